import type { ItemStateFilter } from '../../../shared/catalogue/staff-schema.ts'
import type { List } from '../../stream/lists.ts'

/** Whether a row passes the "Show" filter: rows in use by default, drafts, archived ones, or all. */
export function isShown(filter: ItemStateFilter = 'no', row: { archivedAt: number | null; draft?: boolean }) {
  const state = row.draft ? 'draft' : row.archivedAt === null ? 'no' : 'yes'
  return filter === 'all' || filter === state
}

type Row = { _id: string; createdAt: number }

/** The row itself if the list's total already counts it: it wasn't loaded and is older than the first row. */
export function countedBefore<R extends Row>(list: List, rows: Record<string, R>, row: R): R | undefined {
  const first = rows[list.ids[0] ?? '']
  return first && first.createdAt > row.createdAt ? row : undefined
}
