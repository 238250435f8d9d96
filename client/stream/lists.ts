/** The loaded part of a list, from its beginning. Rows are stored separately, by id. */
export type List<Filter = unknown> = { filter: Filter; ids: string[]; totalCount: number; nextCursor: string | null }
type Row = { _id: string }
type Page = { data: Row[]; totalCount: number; nextCursor: string | null }

/** An empty table of rows by id. It has no prototype, because an id from a URL may be `constructor`. */
export const noRows = <R>(): Record<string, R> => Object.create(null) as Record<string, R>

/** The key of a list: the same for equal filters, whatever the order of their fields. */
export function listKey(name: string, filter: Record<string, unknown>): string {
  const fields = Object.entries(filter).filter(([field, value]) => value !== undefined && field !== 'cursor')
  const query = fields
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([field, value]) => `${field}=${encodeURIComponent(String(value))}`)
  return [name, ...query].join('&')
}

/**
 * Stores a page of a list. The first page, which has no cursor, replaces the list; a later one is appended, unless the
 * list was reloaded in the meantime.
 * @param cursor the cursor the page was requested with
 */
export function setPage<Filter>(
  lists: Record<string, List<Filter>>,
  key: string,
  filter: Filter,
  page: Page,
  cursor?: string,
) {
  if (cursor === undefined) lists[key] = listOf(page, filter)
  else appendPage(lists[key], cursor, page)
}

export const listOf = <Filter>({ data, totalCount, nextCursor }: Page, filter: Filter): List<Filter> => ({
  filter,
  ids: data.map((row) => row._id),
  totalCount,
  nextCursor,
})

/** Appends the page requested with `cursor`, unless the list was reloaded in the meantime. */
export function appendPage(list: List | null | undefined, cursor: string, page: Page) {
  if (!list || list.nextCursor !== cursor) return
  const newIds = page.data.map((row) => row._id).filter((id) => !list.ids.includes(id))
  list.ids = [...list.ids, ...newIds]
  list.totalCount = page.totalCount
  list.nextCursor = page.nextCursor
}

/** Removes a deleted row. */
export function removeFromList(list: List, id: string) {
  if (!list.ids.includes(id)) return
  list.ids = list.ids.filter((listed) => listed !== id)
  list.totalCount -= 1
}

const maxLimit = 100

/** The limit for reloading a list: what was loaded of it, at least a page and at most 100 rows. */
export const reloadLimit = (loadedCount: number, pageSize: number) =>
  loadedCount > pageSize ? Math.min(loadedCount, maxLimit) : pageSize
