import { and, asc, count, eq, isNull } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { Category } from '../../shared/catalogue/schema.ts'
import type { Db } from '../db/transactions.ts'

/** All categories in their display order, each with the number of its items on sale. */
export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .select({ _id: categories.id, name: categories.name, itemCount: count(items.id) })
    .from(categories)
    .leftJoin(items, and(eq(items.categoryId, categories.id), isNull(items.archivedAt)))
    .groupBy(categories.id, categories.name, categories.position)
    .orderBy(asc(categories.position), asc(categories.name))
  return rows
}
