import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { Category } from '../../shared/catalogue/schema.ts'
import type { Db } from '../db/transactions.ts'

/** All categories in their display order, each with the number of its items on sale. */
export async function listCategories(db: Db): Promise<Category[]> {
  const onSale = db
    .select({ count: count() })
    .from(items)
    .where(and(eq(items.categoryId, categories.id), isNull(items.archivedAt)))
  return db
    .select({ _id: categories.id, name: categories.name, itemCount: sql`(${onSale})`.mapWith(Number) })
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.name))
}
