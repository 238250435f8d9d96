import type { AuditEntry } from '../../shared/staff.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { listKey, type List, placeInList } from '../stream/lists.ts'
import type { AuditRow, StaffState } from './state.ts'

export type AuditFilter = {
  subject?: AuditEntry['subject'] | undefined
  subjectId?: string | undefined
  actor?: string | undefined
  action?: string | undefined
}
type Draft = { staff: Pick<StaffState, 'audit'> }
type Page = { data: AuditEntry[]; actors: AuditEntry['actor'][]; nextCursor: string | null }

export const auditKey = (filter: AuditFilter) => listKey('staff/audit', filter)

export function setAudit(draft: Draft, filter: AuditFilter, page: Page) {
  draft.staff.audit.lists[auditKey(filter)] = keepAudit(draft, page)
}

/** Keeps the entries of a page, and gives it as a list. */
export function keepAudit({ staff: { audit } }: Draft, { data, actors, nextCursor }: Page): List {
  audit.actors = actors
  const rows = data.map(rowOf)
  for (const row of rows) audit.byId[row._id] = row
  return { ids: rows.map((row) => row._id), totalCount: rows.length, nextCursor }
}

export function applyAudit({ staff: { audit } }: Draft, event: StreamEvent) {
  if (event.type !== 'audit.added') return
  const row = rowOf(event.data.entry)
  const before = audit.byId[row._id]
  audit.byId[row._id] = row
  if (!audit.actors.some(({ _id }) => _id === row.actor._id)) audit.actors = [...audit.actors, row.actor]
  for (const [key, list] of Object.entries(audit.lists)) {
    const filter: AuditFilter = Object.fromEntries(new URLSearchParams(key.slice('staff/audit&'.length)))
    const belongs = (one: AuditRow) => isIn(filter, one)
    placeInList(list, { row, before, rows: audit.byId, belongs, compare: newestFirst })
  }
}

const rowOf = (entry: AuditEntry): AuditRow => ({ ...entry, _id: String(entry.seq) })
const newestFirst = (a: AuditRow, b: AuditRow) => b.seq - a.seq

const isIn = ({ subject, subjectId, actor, action }: AuditFilter, row: AuditRow) =>
  (subject === undefined || row.subject === subject) &&
  (subjectId === undefined || row.subjectId === subjectId) &&
  (actor === undefined || row.actor._id === actor) &&
  (action === undefined || row.action === action)
