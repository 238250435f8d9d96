import { and, asc, desc, eq, gt, gte, lt, lte, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { type Cursor, type CursorKind, decodeCursor, encodeCursor } from './cursor.ts'

/** The paging parameters of a list. */
export type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

/** How a list is sorted: by `column`, then by `id`. */
export type Sort = {
  column: SQLiteColumn
  id: SQLiteColumn
  kind: CursorKind
  direction: 'asc' | 'desc'
  /** The direction of the ids, when it differs. */
  idDirection?: 'asc' | 'desc'
}

export const newestFirst = ({ createdAt, id }: { createdAt: SQLiteColumn; id: SQLiteColumn }): Sort => ({
  column: createdAt,
  id,
  kind: 'time',
  direction: 'desc',
})

const isPast = { asc: gt, desc: lt }
const isAtOrPast = { asc: gte, desc: lte }
const sorted = { asc, desc }

/** The condition for the rows after a cursor; none without a cursor. @throws 400 for an invalid cursor */
export const afterCursor = (sort: Sort, cursor: string | undefined): SQL | undefined =>
  cursor ? afterPlace(sort, decodeCursor(cursor, sort.kind)) : undefined

/** The condition for the rows after a place in the list. */
export function afterPlace(
  { column, id, kind, direction, idDirection = direction }: Sort,
  place: Cursor,
): SQL | undefined {
  const value = kind === 'time' ? new Date(place.value) : place.value
  const isAfter = or(isPast[direction](column, value), and(eq(column, value), isPast[idDirection](id, place.id)))
  // The first condition is a range of the index, so that a later page doesn't walk the earlier ones.
  return and(isAtOrPast[direction](column, value), isAfter)
}

export const orderBy = ({ column, id, direction, idDirection = direction }: Sort): SQL[] => [
  sorted[direction](column),
  sorted[idDirection](id),
]

/** Makes a page of up to `limit + 1` rows; the extra row only says that another page follows. */
export function toPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => Cursor) {
  const page = rows.slice(0, limit)
  return { page, nextCursor: rows.length > limit ? encodeCursor(placeOf(page.at(-1)!)) : null }
}

/** The place of a row in a list that is sorted `newestFirst`. */
export const createdPlace = ({ createdAt, id }: { createdAt: Date; id: string }): Cursor => ({
  value: createdAt.getTime(),
  id,
})
