import { and, count, type SQL, sql } from 'drizzle-orm'
import { items } from '../../drizzle/schema.ts'
import type { CategoryCount } from '../../shared/catalogue/schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Queries } from '../db/transactions.ts'
import { unindexed } from '../db/unindexed.ts'
import { type Bounds, whereWithin } from './item-bounds.ts'
import type { ItemSearch } from './search-items.ts'

const preparedCounts = new Map<string, ReturnType<typeof prepareCounts>>()

/**
 * How many items on sale are within some bounds, in each category that has any; the bound of the category itself doesn't
 * count. Without a search, they are counted along one index, which has its categories in a row.
 * @returns null for a search that finds too many to read them all
 */
export async function countByCategory(
  db: Db,
  { category: _, ...bounds }: Bounds,
  found: ItemSearch | null,
): Promise<CategoryCount[] | null> {
  if (found && !found.isFew) return null
  if (found)
    return selectCounts(db, and(found.where, whereWithin(bounds, found.filter)), found.filter(items.categoryId))
  const names = Object.keys(bounds) as (keyof Bounds)[]
  const key = names.join(' ')
  let counts = preparedCounts.get(key)
  if (!counts) preparedCounts.set(key, (counts = prepareCounts(names, preparedCounts.size)))
  return counts(db, bounds)
}

function prepareCounts(names: (keyof Bounds)[], index: number) {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
  const where = whereWithin(placeholders, unindexed)
  return prepared(`item_counts_${index}`, (db) => selectCounts(db, where, items.categoryId))
}

const selectCounts = (db: Queries, where: SQL | undefined, group: SQL | typeof items.categoryId) =>
  db.select({ category: items.categoryId, count: count() }).from(items).where(where).groupBy(group)
