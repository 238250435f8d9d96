import { and, between, count, eq, gte, isNull, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import { durations, type ItemSort } from '../../shared/catalogue/list-options.ts'
import type { ItemFilter } from '../../shared/catalogue/schema.ts'
import type { StreamCursor } from '../../shared/stream-cursor.ts'
import type { AppContext } from '../app-context.ts'
import { prepared } from '../db/prepared.ts'
import { filterColumn, type Search } from '../db/text-search.ts'
import { afterCursor, newestFirst, orderBy, placeOf, type Sort, toPage } from '../db/page.ts'
import type { Queries } from '../db/transactions.ts'
import { itemColumns, presentItem } from './present.ts'
import { listByRelevance } from './list-by-relevance.ts'
import { presentSearch, searchItemsOnSale } from './search-items.ts'
import { spreadBrands } from './spread-brands.ts'

const sorts: Record<ItemSort, Sort> = {
  popular: { column: items.popularity, id: items.id, kind: 'count', direction: 'desc' },
  newest: newestFirst(items),
  name: { column: items.sortName, id: items.id, kind: 'text', direction: 'asc' },
  'price-low': { column: items.price, id: items.id, kind: 'cents', direction: 'asc' },
  'price-high': { column: items.price, id: items.id, kind: 'cents', direction: 'desc' },
  rating: { column: items.fairRating, id: items.id, kind: 'count', direction: 'desc' },
}

/** No two of a brand follow each other in a category either, where others no longer come between them. */
const popularInCategory: Sort = { ...sorts.popular, column: items.categoryPopularity }

type Catalogue = Pick<AppContext, 'db' | 'categoryCounts'>

/**
 * A page of the items on sale. `q` is searched by its first 8 words, all of which must match; without `sortBy`, its most
 * relevant items come first.
 * @param visitorCursor a visitor's stream cursor, if it has been read
 */
export async function listItems(
  app: Catalogue,
  { sortBy, limit = 24, cursor, ...filter }: ItemFilter,
  visitorCursor?: StreamCursor,
) {
  const { db } = app
  const found = await searchItemsOnSale(db, filter.q ?? '')
  const bounds = boundsOf(filter)
  if (found && !sortBy) {
    const where = whereMatches(bounds, found)
    return { ...(await listByRelevance(db, found, where, { limit, cursor })), search: presentSearch(found) }
  }
  const sort = sortBy === 'popular' && filter.category ? popularInCategory : sorts[sortBy ?? 'newest']
  const isPlain = !found && cursor === undefined
  const [rows, totalCount] = await Promise.all([
    isPlain
      ? listsOf(sort, bounds).select(db, { ...bounds, limit: limit + 1 })
      : selectSorted(db, sort)
          .where(and(found?.where, whereMatches(bounds, found), afterCursor(sort, cursor)))
          .limit(limit + 1),
    found ? found.count(whereMatches(bounds, found)) : countItems(app, sort, bounds, visitorCursor),
  ])
  const { page, nextCursor } = toPage(rows, limit, ({ value, id }) => placeOf(value, id))
  return {
    // The ranks keep brands apart; in a filtered list they are brought together again.
    data: (sortBy === 'popular' ? spreadBrands(page, rows[limit]) : page).map(presentItem),
    totalCount,
    nextCursor,
    ...(found && { search: presentSearch(found) }),
  }
}

/** What the columns of the items on sale are compared with; fields that aren't filtered by are left out. */
type Bounds<Value = number> = {
  category?: string | Placeholder
  minPrice?: Value
  maxPrice?: Value
  minMonths?: Value
  maxMonths?: Value
  minRating?: Value
}

function boundsOf({ category, minPrice, maxPrice, duration, minRating }: Omit<ItemFilter, 'sortBy'>): Bounds {
  const [minMonths, maxMonths] = duration ? durations[duration] : []
  return {
    ...(category && { category }),
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(minMonths !== undefined && { minMonths, maxMonths }),
    ...(minRating && { minRating: Number(minRating) * 100 }),
  }
}

function whereMatches(bounds: Bounds<number | Placeholder>, found: Search | null): SQL | undefined {
  const { category, minPrice, maxPrice, minMonths, maxMonths, minRating } = bounds
  const price = filterColumn(found, items.price)
  return and(
    isNull(items.archivedAt),
    category === undefined ? undefined : eq(filterColumn(found, items.categoryId), category),
    minPrice === undefined ? undefined : gte(price, minPrice),
    maxPrice === undefined ? undefined : lte(price, maxPrice),
    minMonths === undefined ? undefined : between(filterColumn(found, items.months), minMonths, maxMonths),
    minRating === undefined ? undefined : gte(filterColumn(found, items.rating), minRating),
  )
}

const selectSorted = (db: Queries, sort: Sort) =>
  db
    .select({ ...itemColumns, value: sort.column })
    .from(items)
    // Each has a category: with a left join, the index of the sort is always the outer loop.
    .leftJoin(categories, eq(categories.id, items.categoryId))
    .orderBy(...orderBy(sort))
    .$dynamic()

async function countItems(
  { db, categoryCounts }: Catalogue,
  sort: Sort,
  bounds: Bounds,
  visitorCursor: StreamCursor | undefined,
): Promise<number> {
  const { category, ...others } = bounds
  if (Object.keys(others).length === 0) return categoryCounts.countOnSale(category as string | undefined, visitorCursor)
  const [row] = await listsOf(sort, bounds).count(db, bounds)
  return row!.count
}

const preparedLists = new Map<string, ReturnType<typeof prepareLists>>()

/** The queries of a list's first page and its count, which most visitors need: built once for each choice of filters. */
function listsOf(sort: Sort, bounds: Bounds) {
  const names = Object.keys(bounds) as (keyof Bounds)[]
  const key = [sort.column.name, sort.direction, ...names].join(' ')
  let lists = preparedLists.get(key)
  if (!lists) preparedLists.set(key, (lists = prepareLists(sort, names, preparedLists.size)))
  return lists
}

function prepareLists(sort: Sort, names: (keyof Bounds)[], index: number) {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
  const where = whereMatches(placeholders, null)
  return {
    select: prepared(`item_list_${index}`, (db) => selectSorted(db, sort).where(where).limit(sql.placeholder('limit'))),
    count: prepared(`item_count_${index}`, (db) => db.select({ count: count() }).from(items).where(where)),
  }
}
