import { and, eq, isNull, sql } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { ItemDetails } from '../../shared/catalogue/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import { itemColumns, presentItemDetails } from './present.ts'

const findById = prepared('item_by_id', (db) =>
  db
    .select({ ...itemColumns, description: items.description })
    .from(items)
    .innerJoin(categories, eq(categories.id, items.categoryId))
    .where(and(eq(items.id, sql.placeholder('id')), isNull(items.archivedAt))),
)

/** An item on sale, with its description. @throws 404 'Item not found' */
export async function readItem(db: Db, id: string): Promise<ItemDetails> {
  const [row] = await findById(db, { id })
  if (!row) throw notFound('Item not found')
  return presentItemDetails(row)
}
