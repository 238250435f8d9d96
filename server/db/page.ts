import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { SortDirection } from '../../shared/contract.ts'
import { type Cursor, type CursorKind, decodeCursor, encodeCursor } from './cursor.ts'

/** The paging parameters of a list. */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

/** How a list is sorted: by `column`, then by `id`. */
export type Sort = {
  column: SQLiteColumn
  /** What is compared instead of the column, of the same type and never null. */
  expression?: SQL
  id: SQLiteColumn
  kind: CursorKind
  direction: SortDirection
  /** The direction of the ids, when it differs. */
  idDirection?: SortDirection
}

/** A sort by creation, with the id between rows of one millisecond. */
export const newestFirst = ({ createdAt, id }: { createdAt: SQLiteColumn; id: SQLiteColumn }): Sort => ({
  column: createdAt,
  id,
  kind: 'time',
  direction: 'desc',
})

/** A sort in a direction; its usual one if none is given. */
export const inDirection = (sort: Sort, direction: SortDirection = sort.direction): Sort => ({ ...sort, direction })

const isPast = { asc: gt, desc: lt }
const isAtOrPast = { asc: gte, desc: lte }
const sorted = { asc, desc }

/** The condition for the rows after a cursor; none without a cursor. @throws 400 for an invalid cursor */
export const afterCursor = (sort: Sort, cursor: string | undefined): SQL | undefined =>
  cursor ? afterPlace(sort, decodeCursor(cursor, sort.kind)) : undefined

/** The condition for the rows after a place in the list. */
export function afterPlace(
  { column, expression, id, kind, direction, idDirection = direction }: Sort,
  place: Cursor,
): SQL | undefined {
  const key = expression ?? sql`${column}`
  const value = sql.param(kind === 'time' ? new Date(place.value) : place.value, column)
  const isAfter = or(isPast[direction](key, value), and(eq(key, value), isPast[idDirection](id, place.id)))
  // The first condition is a range of the index, so that a later page doesn't walk the earlier ones.
  return and(isAtOrPast[direction](key, value), isAfter)
}

/** The condition for the rows up to a place in the list, that one included. */
export function upToPlace(
  { column, id, direction, idDirection = direction, kind }: Sort,
  place: Cursor,
): SQL | undefined {
  const value = kind === 'time' ? new Date(place.value) : place.value
  const isAtOrBefore = { asc: lte, desc: gte }
  const isBefore = { asc: lt, desc: gt }
  const isWithin = or(
    isBefore[direction](column, value),
    and(eq(column, value), isAtOrBefore[idDirection](id, place.id)),
  )
  return and(isAtOrBefore[direction](column, value), isWithin)
}

/** The `order by` of a sort. */
export const orderBy = ({ column, expression, id, direction, idDirection = direction }: Sort): SQL[] => [
  sorted[direction](expression ?? column),
  sorted[idDirection](id),
]

/** Makes a page of up to `limit + 1` rows; the extra row only says that another page follows. */
export function toPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => Cursor) {
  const page = rows.slice(0, limit)
  return { page, nextCursor: rows.length > limit ? encodeCursor(placeOf(page.at(-1)!)) : null }
}

/** The place of a row, by the value of the column that its list is sorted by. */
export const placeOf = (value: unknown, id: string): Cursor => ({
  value: value instanceof Date ? value.getTime() : (value as Cursor['value']),
  id,
})

/** The place of a row in a list that is sorted `newestFirst`. */
export const createdPlace = ({ createdAt, id }: { createdAt: Date; id: string }): Cursor => ({
  value: createdAt.getTime(),
  id,
})
