import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './transactions.ts'

/** Rows deleted in one transaction: few enough that it takes milliseconds, also when their pages come from the disk. */
export const deleteBatchSize = 100

/**
 * Deletes the rows that match `where` in batches. Each batch is a transaction of its own, and requests are served
 * between two of them.
 * @param key the columns of the table's primary key
 * @param where a condition that an index answers
 * @returns how many rows were deleted
 */
export async function deleteInBatches(db: Db, table: SQLiteTable, key: SQLiteColumn[], where: SQL): Promise<number> {
  const fields = Object.fromEntries(key.map((column, i) => [`key${i}`, column]))
  let deleted = 0
  for (;;) {
    const batch = db.select(fields).from(table).where(where).limit(deleteBatchSize)
    const rows = await db
      .delete(table)
      .where(sql`(${sql.join(key, sql`, `)}) in ${batch}`)
      .returning(fields)
    deleted += rows.length
    if (rows.length < deleteBatchSize) return deleted
    await new Promise(setImmediate)
  }
}
