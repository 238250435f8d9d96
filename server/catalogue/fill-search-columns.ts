import { asc, eq } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'
import { searchColumns } from './search-columns.ts'

const batchSize = 200

/** Fills the columns that searches read in items of earlier versions, whose search column had other words. */
export async function fillItemSearchColumns(db: Db) {
  while ((await fillBatch(db)) === batchSize);
}

const fillBatch = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx.select().from(items).where(eq(items.searchName, '')).orderBy(asc(items.id)).limit(batchSize)
    for (const { id, ...item } of rows) await tx.update(items).set(searchColumns(item)).where(eq(items.id, id))
    return rows.length
  })
