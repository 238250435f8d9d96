import { asc, count, desc, eq, isNull } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { TopCategory } from '../../shared/storefront/schema.ts'
import type { Db } from '../db/transactions.ts'

const [popularItems, maxCategories] = [60, 4]

/** The categories that most of the popular items belong to. */
export async function readTopCategories(db: Db): Promise<TopCategory[]> {
  const popular = db
    .select({ categoryId: items.categoryId })
    .from(items)
    .where(isNull(items.archivedAt))
    .orderBy(desc(items.popularity), desc(items.id))
    .limit(popularItems)
    .as('popular')
  return db
    .select({ _id: categories.id, name: categories.name })
    .from(popular)
    .innerJoin(categories, eq(categories.id, popular.categoryId))
    .groupBy(categories.id)
    .orderBy(desc(count()), asc(categories.position), asc(categories.id))
    .limit(maxCategories)
}
