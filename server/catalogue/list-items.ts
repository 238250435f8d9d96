import { and, count, eq, gte, isNull, lte, type SQL } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { ItemFilter, ItemSort } from '../../shared/catalogue/schema.ts'
import { containsLowercased } from '../db/text-search.ts'
import { afterCursor, newestFirst, orderBy, type Sort, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { itemColumns, presentItem } from './present.ts'

const sorts: Record<ItemSort, Sort> = {
  newest: newestFirst(items),
  name: { column: items.sortName, id: items.id, kind: 'text', direction: 'asc' },
  'price-low': { column: items.price, id: items.id, kind: 'cents', direction: 'asc' },
  'price-high': { column: items.price, id: items.id, kind: 'cents', direction: 'desc' },
  rating: { column: items.rating, id: items.id, kind: 'count', direction: 'desc' },
}

/** A page of the items on sale. `q` is searched by its first 8 words, all of which must match. */
export async function listItems(db: Db, { sortBy = 'newest', limit = 24, cursor, ...filter }: ItemFilter) {
  const sort = sorts[sortBy]
  const where = whereMatches(filter)
  const rows = await db
    .select({ ...itemColumns, sortName: items.sortName })
    .from(items)
    .innerJoin(categories, eq(categories.id, items.categoryId))
    .where(and(where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const [total] = await db.select({ count: count() }).from(items).where(where)
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ value: sortValue(row, sortBy), id: row.id }))
  return {
    data: page.map(presentItem),
    totalCount: total!.count,
    nextCursor,
  }
}

function whereMatches({
  category,
  minPrice,
  maxPrice,
  q,
}: Omit<ItemFilter, 'sortBy' | 'limit' | 'cursor'>): SQL | undefined {
  const words = (q ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  return and(
    isNull(items.archivedAt),
    category ? eq(items.categoryId, category) : undefined,
    minPrice === undefined ? undefined : gte(items.price, minPrice),
    maxPrice === undefined ? undefined : lte(items.price, maxPrice),
    ...words.map((word) => containsLowercased(items.searchText, word)),
  )
}

function sortValue(row: { createdAt: Date; sortName: string; price: number; rating: number }, sort: ItemSort) {
  if (sort === 'newest') return row.createdAt.getTime()
  if (sort === 'name') return row.sortName
  return sort === 'rating' ? row.rating : row.price
}
