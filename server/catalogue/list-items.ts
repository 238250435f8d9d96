import { and, eq, gte, isNull, lte, type SQL } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { ItemFilter, ItemSort } from '../../shared/catalogue/schema.ts'
import { filterColumn, type Search } from '../db/text-search.ts'
import { afterCursor, newestFirst, orderBy, type Sort, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { itemColumns, presentItem } from './present.ts'
import { searchItems } from './search-items.ts'

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
  const found = await searchItems(db, filter.q ?? '')
  const where = whereMatches(filter, found)
  const rows = await db
    .select({ ...itemColumns, sortName: items.sortName })
    .from(items)
    // Each has a category: with a left join, the index of the sort is always the outer loop.
    .leftJoin(categories, eq(categories.id, items.categoryId))
    .where(and(found?.where, where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, (row) => ({ value: sortValue(row, sortBy), id: row.id }))
  return {
    data: page.map(presentItem),
    totalCount: found ? await found.count(where) : await db.$count(items, where),
    nextCursor,
  }
}

type Conditions = Pick<ItemFilter, 'category' | 'minPrice' | 'maxPrice'>

function whereMatches({ category, minPrice, maxPrice }: Conditions, found: Search | null): SQL | undefined {
  const price = filterColumn(found, items.price)
  return and(
    isNull(items.archivedAt),
    category ? eq(filterColumn(found, items.categoryId), category) : undefined,
    minPrice === undefined ? undefined : gte(price, minPrice),
    maxPrice === undefined ? undefined : lte(price, maxPrice),
  )
}

function sortValue(row: { createdAt: Date; sortName: string; price: number; rating: number }, sort: ItemSort) {
  if (sort === 'newest') return row.createdAt.getTime()
  if (sort === 'name') return row.sortName
  return sort === 'rating' ? row.rating : row.price
}
