import type { SortDirection } from '../../shared/contract.ts'
import type { List } from './lists.ts'

type Row = { _id: string }

type Placement<R extends Row> = {
  row: R
  /** The row before the change, if it was loaded. */
  before: R | undefined
  rows: Record<string, R>
  belongs: (row: R) => boolean
  compare: (a: R, b: R) => number
}

/** Moves a changed row to its place in a list, or removes it. Idempotent. */
export function placeInList<R extends Row>(list: List, { row, before, rows, belongs, compare }: Placement<R>) {
  const wasListed = list.ids.includes(row._id)
  const wasCounted = wasListed || (before !== undefined && belongs(before))
  const belongsNow = belongs(row)
  if (wasListed) list.ids = list.ids.filter((id) => id !== row._id)
  if (belongsNow) insert(list, row, rows, compare)
  const change = Number(belongsNow) - Number(wasCounted)
  list.totalCount = list.nextCursor === null ? list.ids.length : list.totalCount + change
}

function insert<R extends Row>(list: List, row: R, rows: Record<string, R>, compare: (a: R, b: R) => number) {
  const index = list.ids.findIndex((id) => compare(row, rows[id]!) < 0)
  if (index !== -1) list.ids = list.ids.toSpliced(index, 0, row._id)
  // After the last loaded row, rows that sort before this one may not be loaded yet.
  else if (list.nextCursor === null) list.ids = [...list.ids, row._id]
}

/** Replaces the row with the same id, or inserts it in order. */
export function upsert<R extends Row>(rows: R[], row: R, compare: (a: R, b: R) => number): R[] {
  const others = rows.filter((other) => other._id !== row._id)
  const index = others.findIndex((other) => compare(row, other) < 0)
  return others.toSpliced(index === -1 ? others.length : index, 0, row)
}

/** Sorts rows by a value, equal ones by id. */
export function sortedBy<R extends Row>(valueOf: (row: R) => number | string, direction: SortDirection) {
  const sign = direction === 'asc' ? 1 : -1
  return (a: R, b: R) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    return left === right ? sign * (a._id < b._id ? -1 : 1) : sign * (left < right ? -1 : 1)
  }
}

/** Newest first; rows of the same millisecond by id. */
export const newestFirst = (a: Row & { createdAt: number }, b: Row & { createdAt: number }) =>
  b.createdAt - a.createdAt || (a._id < b._id ? 1 : -1)
