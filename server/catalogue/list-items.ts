import { and, asc, count, desc, eq, gt, gte, isNull, lt, lte, or, type SQL } from 'drizzle-orm'
import { categories, items } from '../../drizzle/schema.ts'
import type { ItemFilter, Sort } from '../../shared/catalogue.ts'
import { contains } from '../db/contains.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { itemColumns, presentItem } from './present.ts'

const orders = {
  newest: { column: items.createdAt, down: true, kind: 'time' },
  name: { column: items.sortName, down: false, kind: 'text' },
  'price-low': { column: items.price, down: false, kind: 'cents' },
  'price-high': { column: items.price, down: true, kind: 'cents' },
  rating: { column: items.rating, down: true, kind: 'count' },
} as const satisfies Record<Sort, unknown>

/** A page of the items on sale. */
export async function listItems(db: Db, { sortBy = 'newest', limit = 24, cursor, ...filter }: ItemFilter) {
  const { column, down, kind } = orders[sortBy]
  const wanted = matching(filter)
  const rows = await db
    .select({ ...itemColumns, sortName: items.sortName })
    .from(items)
    .innerJoin(categories, eq(categories.id, items.categoryId))
    .where(and(wanted, cursor ? after(sortBy, cursor) : undefined))
    .orderBy(down ? desc(column) : asc(column), down ? desc(items.id) : asc(items.id))
    .limit(limit + 1)
  const [total] = await db.select({ count: count() }).from(items).where(wanted)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return {
    data: page.map(presentItem),
    totalCount: total!.count,
    nextCursor: last && writeCursor({ value: valueOf(last, sortBy), id: last.id }),
  }

  function after(sort: Sort, text: string): SQL | undefined {
    const { value, id } = readCursor(text, kind)
    const at = sort === 'newest' ? new Date(value) : value
    const beyond = down ? lt : gt
    return or(beyond(column, at as never), and(eq(column, at as never), beyond(items.id, id)))
  }
}

function matching({
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
    ...words.map((word) => contains(items.searchText, word)),
  )
}

function valueOf(row: { createdAt: Date; sortName: string; price: number; rating: number }, sort: Sort) {
  if (sort === 'newest') return row.createdAt.getTime()
  if (sort === 'name') return row.sortName
  return sort === 'rating' ? row.rating : row.price
}
