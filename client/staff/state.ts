import type { StaffOrder } from '../../shared/order-calls.ts'
import type { PaymentStatus } from '../../shared/orders.ts'
import type { List } from '../stream/lists.ts'

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
}

export const initialStaff = (): StaffState => ({ byId: {}, queue: null, lists: {}, counts: null, recount: 0 })
