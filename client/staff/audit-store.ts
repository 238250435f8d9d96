import { actorKey } from '../../shared/audit/routes.ts'
import type { AuditEntry } from '../../shared/audit/schema.ts'
import { searchTextOf, searchWords } from '../../shared/audit/search.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { listKey, setPage } from '../stream/lists.ts'
import { placeInList, sortedBy } from '../stream/place-row.ts'
import type { AuditFilter, AuditRow, StaffState } from './state.ts'

type Draft = { staff: Pick<StaffState, 'audit'> }
type Page = { data: AuditEntry[]; actors: StaffState['audit']['actors']; nextCursor: string | null }

export const auditKey = (filter: AuditFilter) => listKey('staff/audit', filter)

export function setAudit({ staff: { audit } }: Draft, filter: AuditFilter, page: Page, cursor?: string) {
  const key = auditKey(filter)
  const rows = page.data.map(toRow)
  for (const row of rows) audit.byId[row._id] = row
  audit.actors = page.actors
  // The server doesn't count the entries.
  const totalCount = rows.length + (cursor === undefined ? 0 : (audit.lists[key]?.ids.length ?? 0))
  setPage(audit.lists, key, filter, { data: rows, totalCount, nextCursor: page.nextCursor }, cursor)
}

export function applyAudit({ staff: { audit } }: Draft, event: StreamEvent) {
  if (event.type !== 'audit.added') return
  const row = toRow(event.data.entry)
  const before = audit.byId[row._id]
  audit.byId[row._id] = row
  const { actor } = row
  if (actor && !audit.actors.some(({ _id }) => _id === actor._id)) audit.actors = [...audit.actors, actor]
  for (const list of Object.values(audit.lists)) {
    const belongs = (other: AuditRow) => matches(list.filter, other)
    placeInList(list, {
      row,
      before,
      rows: audit.byId,
      belongs,
      compare: sortedBy(seqOf, list.filter.direction ?? 'desc'),
    })
  }
}

const toRow = (entry: AuditEntry): AuditRow => ({ ...entry, _id: String(entry.seq) })
const seqOf = ({ seq }: AuditRow) => seq

const matches = ({ subject, subjectId, actor, action, q, from, to }: AuditFilter, row: AuditRow) =>
  (subject === undefined || row.subject === subject) &&
  (subjectId === undefined || row.subjectId === subjectId) &&
  (actor === undefined || actorKey(row) === actor) &&
  (action === undefined || row.action === action) &&
  (from === undefined || row.at >= from) &&
  (to === undefined || row.at < to) &&
  (q === undefined || matchesSearch(row, q))

function matchesSearch(row: AuditRow, q: string) {
  const text = searchTextOf(row)
  return searchWords(q).every((word) => text.includes(word))
}
