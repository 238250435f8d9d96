/** A part of a list, from its beginning: ids of rows that are kept by id. */
export type List = { ids: string[]; totalCount: number; nextCursor: string | null }
type Row = { _id: string }

/** Rows by id. Nothing is in it that was not put there: an id that somebody made up may be `constructor`. */
export const noRows = <R>(): Record<string, R> => Object.create(null) as Record<string, R>

type Page = { data: Row[]; totalCount: number; nextCursor: string | null }

/** The name of a list: the same for the same filter, whatever the order of its fields. */
export function listKey(name: string, filter: Record<string, unknown>): string {
  const given = Object.entries(filter).filter(([field, value]) => value !== undefined && field !== 'cursor')
  const query = given
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, value]) => `${field}=${encodeURIComponent(String(value))}`)
  return [name, ...query].join('&')
}

export const listOf = ({ data, totalCount, nextCursor }: Page): List => ({
  ids: data.map((row) => row._id),
  totalCount,
  nextCursor,
})

/** Adds the page after `cursor`, unless the list has been loaded anew since. */
export function appendPage(list: List | null | undefined, cursor: string, page: Page) {
  if (!list || list.nextCursor !== cursor) return
  const more = page.data.map((row) => row._id).filter((id) => !list.ids.includes(id))
  list.ids = [...list.ids, ...more]
  list.totalCount = page.totalCount
  list.nextCursor = page.nextCursor
}

/** How many to ask for so that what was shown stays in place; at most 100 come. */
export const asManyAs = (shown: { length: number } | undefined, usual: number) =>
  shown && shown.length > usual ? Math.min(shown.length, 100) : usual

type Placing<R extends Row> = {
  row: R
  /** The same row as it was known so far. */
  before: R | undefined
  rows: Record<string, R>
  belongs: (row: R) => boolean
  compare: (a: R, b: R) => number
}

/** Puts a row that changed where it belongs: in, out, or elsewhere. Twice is as good as once. */
export function placeInList<R extends Row>(list: List, { row, before, rows, belongs, compare }: Placing<R>) {
  const was = list.ids.includes(row._id)
  const counted = was || (before !== undefined && belongs(before))
  const belongsNow = belongs(row)
  if (was) list.ids = list.ids.filter((id) => id !== row._id)
  if (belongsNow) insert(list, row, rows, compare)
  const change = Number(belongsNow) - Number(counted)
  list.totalCount = list.nextCursor === null ? list.ids.length : list.totalCount + change
}

function insert<R extends Row>(list: List, row: R, rows: Record<string, R>, compare: (a: R, b: R) => number) {
  const at = list.ids.findIndex((id) => compare(row, rows[id]!) < 0)
  if (at !== -1) list.ids = list.ids.toSpliced(at, 0, row._id)
  // Behind the last one that is loaded there may be others that come first.
  else if (list.nextCursor === null) list.ids = [...list.ids, row._id]
}

/** Takes out a row that is no more. */
export function takeFromList(list: List, id: string) {
  if (!list.ids.includes(id)) return
  list.ids = list.ids.filter((one) => one !== id)
  list.totalCount -= 1
}

/** The row of that id replaced, or else put where it belongs. */
export function upsert<R extends Row>(rows: R[], row: R, compare: (a: R, b: R) => number): R[] {
  const others = rows.filter((one) => one._id !== row._id)
  const at = others.findIndex((one) => compare(row, one) < 0)
  return others.toSpliced(at === -1 ? others.length : at, 0, row)
}

/** Newest first; in the same millisecond by id. */
export const newestFirst = (a: Row & { createdAt: number }, b: Row & { createdAt: number }) =>
  b.createdAt - a.createdAt || (a._id < b._id ? 1 : -1)
