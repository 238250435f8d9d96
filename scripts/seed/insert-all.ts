import type { Tx } from '../../server/db/transactions.ts'

/** Inserts many rows, a hundred at a time. */
export async function insertAll<T extends Parameters<Tx['insert']>[0]>(tx: Tx, table: T, rows: T['$inferInsert'][]) {
  for (let i = 0; i < rows.length; i += 100) await tx.insert(table).values(rows.slice(i, i + 100) as never)
}
