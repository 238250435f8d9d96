import type { AuditEntry } from '../../shared/audit/schema.ts'
import type { SortDirection } from '../../shared/contract.ts'
import type { Stats } from '../../shared/staff/schema.ts'
import type { System } from '../../shared/staff/system-schema.ts'
import { type List, noRows } from '../stream/lists.ts'

export type AuditFilter = {
  subject?: AuditEntry['subject'] | undefined
  subjectId?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  q?: string | undefined
  /** Milliseconds: from this time on, and before `to`. */
  from?: number | undefined
  to?: number | undefined
  direction?: SortDirection | undefined
}
/** An audit entry whose sequence number is its row id. */
export type AuditRow = AuditEntry & { _id: string }

export type StaffState = {
  /**
   * The list that is open or was opened last, and its address with search and filters; null if another page was. With
   * `order`, the queue in which an order waited when it was opened by its address.
   */
  origin: { list: string; address: string; order?: string } | null
  /** With its search, filters and order, each list that has been open, by its path. */
  listAddresses: Record<string, string>
  /** The row that is or was selected in each of these lists, at the list's address then. */
  selectedRows: Record<string, { address: string; id: string }>
  /** By number of days. */
  stats: Record<string, Stats>
  system: System | null
  audit: {
    byId: Record<string, AuditRow>
    lists: Record<string, List<AuditFilter>>
    actors: NonNullable<AuditEntry['actor']>[]
  }
}

export const initialStaff = (): StaffState => ({
  origin: null,
  listAddresses: noRows(),
  selectedRows: noRows(),
  stats: {},
  system: null,
  audit: { byId: noRows(), lists: {}, actors: [] },
})
