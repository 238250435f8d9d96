import { and, eq, sql } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { ItemSort } from '../../shared/catalogue/list-options.ts'
import type { CategoryCount, ItemFilter } from '../../shared/catalogue/schema.ts'
import type { StreamCursor } from '../../shared/stream-cursor.ts'
import type { AppContext } from '../app-context.ts'
import { prepared } from '../db/prepared.ts'
import { afterCursor, newestFirst, orderBy, placeOf, type Sort, toPage } from '../db/page.ts'
import type { Queries } from '../db/transactions.ts'
import { countByCategory } from './count-by-category.ts'
import { type Bounds, boundsOf, whereWithin } from './item-bounds.ts'
import { countPlans } from './plan-counts.ts'
import { itemColumns, presentItem } from './present.ts'
import { listByRelevance } from './list-by-relevance.ts'
import { type ItemSearch, presentSearch, searchItemsOnSale } from './search-items.ts'
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
 * relevant items come first. If anything but the category narrows it, what it would show of each category is counted.
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
  const { category: _, ...others } = bounds
  const isNarrowed = found !== null || Object.keys(others).length > 0
  const counting = isNarrowed ? countByCategory(db, bounds, found) : null
  const [list, categoryCounts] = await Promise.all([
    found && !sortBy
      ? listByRelevance(db, found, whereWithin(bounds, found.filter), { limit, cursor })
      : listSorted(app, { sortBy, limit, cursor, bounds, found, counting, visitorCursor }),
    counting,
  ])
  const data = await countPlans(db, list.data)
  return { ...list, data, ...(categoryCounts && { categoryCounts }), ...(found && { search: presentSearch(found) }) }
}

type SortedQuery = Pick<ItemFilter, 'sortBy' | 'cursor'> & {
  limit: number
  bounds: Bounds
  found: ItemSearch | null
  counting: Promise<CategoryCount[] | null> | null
  visitorCursor: StreamCursor | undefined
}

async function listSorted(app: Catalogue, { sortBy, limit, cursor, bounds, found, ...query }: SortedQuery) {
  const { db } = app
  const sort = sortBy === 'popular' && bounds.category ? popularInCategory : sorts[sortBy ?? 'newest']
  const isPlain = !found && cursor === undefined
  const where = whereWithin(bounds, found?.filter)
  const [rows, totalCount] = await Promise.all([
    isPlain
      ? selectFirstPage(sort, bounds)(db, { ...bounds, limit: limit + 1 })
      : selectSorted(db, sort)
          .where(and(found?.where, where, afterCursor(sort, cursor)))
          .limit(limit + 1),
    found ? found.count(where) : countListed(app, bounds, query),
  ])
  const { page, nextCursor } = toPage(rows, limit, ({ value, id }) => placeOf(value, id))
  return {
    // The ranks keep brands apart; in a filtered list they are brought together again.
    data: (sortBy === 'popular' ? spreadBrands(page, rows[limit]) : page).map(presentItem),
    totalCount,
    nextCursor,
  }
}

async function countListed(
  { categoryCounts }: Catalogue,
  { category }: Bounds,
  { counting, visitorCursor }: Pick<SortedQuery, 'counting' | 'visitorCursor'>,
): Promise<number> {
  const counts = await counting
  if (!counts) return categoryCounts.countOnSale(category as string | undefined, visitorCursor)
  const counted = category === undefined ? counts : counts.filter((one) => one.category === category)
  return counted.reduce((sum, one) => sum + one.count, 0)
}

const selectSorted = (db: Queries, sort: Sort) =>
  db
    .select({ ...itemColumns, value: sort.column })
    .from(items)
    // Each has a category: with a left join, the index of the sort is always the outer loop.
    .leftJoin(categories, eq(categories.id, items.categoryId))
    .orderBy(...orderBy(sort))
    .$dynamic()

const firstPages = new Map<string, ReturnType<typeof prepareFirstPage>>()

/** The query of a list's first page, which most visitors need: built once for each choice of filters. */
function selectFirstPage(sort: Sort, bounds: Bounds) {
  const names = Object.keys(bounds) as (keyof Bounds)[]
  const key = [sort.column.name, sort.direction, ...names].join(' ')
  let select = firstPages.get(key)
  if (!select) firstPages.set(key, (select = prepareFirstPage(sort, names, firstPages.size)))
  return select
}

function prepareFirstPage(sort: Sort, names: (keyof Bounds)[], index: number) {
  const where = whereWithin(Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])))
  return prepared(`item_list_${index}`, (db) => selectSorted(db, sort).where(where).limit(sql.placeholder('limit')))
}
