import type { StaffOrder } from '../../shared/order-calls.ts'
import type { PaymentStatus } from '../../shared/orders.ts'
import type { AuditEntry, Customer, CustomerDetails, OrderNote, StaffReview, Stats } from '../../shared/staff.ts'
import { type List, noRows } from '../stream/lists.ts'

export type Counts = Record<PaymentStatus, number>
export type StaffState = {
  byId: Record<string, StaffOrder>
  /** The payments that wait for a check, oldest first. */
  queue: List | null
  lists: Record<string, List>
  /** Orders by state of payment. */
  counts: Counts | null
  /** Goes up with every order that moved: the counts, which events don't tell, are to be loaded again. */
  recount: number
  /** What staff told each other, by order. */
  notes: Record<string, OrderNote[]>
  /** `news` goes up when there is a review whose place in the lists is not known. */
  reviews: { byId: Record<string, StaffReview>; lists: Record<string, List>; news: number }
  customers: {
    byId: Record<string, Customer>
    lists: Record<string, List>
    details: Record<string, Omit<CustomerDetails, 'customer'>>
  }
  /** By the number of days. */
  stats: Record<string, Stats>
  /** `byId`: by number, as text. */
  audit: { byId: Record<string, AuditRow>; lists: Record<string, List>; actors: AuditEntry['actor'][] }
}
export type AuditRow = AuditEntry & { _id: string }

export const initialStaff = (): StaffState => ({
  byId: noRows(),
  queue: null,
  lists: {},
  counts: null,
  recount: 0,
  notes: noRows(),
  reviews: { byId: noRows(), lists: {}, news: 0 },
  customers: { byId: noRows(), lists: {}, details: noRows() },
  stats: {},
  audit: { byId: {}, lists: {}, actors: [] },
})
