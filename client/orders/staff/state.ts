import type { OrderStatus, PaymentStatus } from '../../../shared/orders/schema.ts'
import type { OrderNote, StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { type List, noRows } from '../../stream/lists.ts'

export type StaffOrderFilter = {
  paymentStatus?: PaymentStatus | undefined
  orderStatus?: OrderStatus | undefined
  q?: string | undefined
}
/** Number of orders by payment status. */
export type PaymentCounts = Record<PaymentStatus, number>

export type StaffOrdersState = {
  byId: Record<string, StaffOrder>
  /** Payments waiting for verification, longest waiting first. */
  queue: List | null
  lists: Record<string, List<StaffOrderFilter>>
  counts: PaymentCounts | null
  /** Incremented whenever an order changes status: events carry no counts, so they are loaded again. */
  countsVersion: number
  /** Internal notes by order, oldest first. */
  notes: Record<string, OrderNote[]>
}

export const initialStaffOrders = (): StaffOrdersState => ({
  byId: noRows(),
  queue: null,
  lists: {},
  counts: null,
  countsVersion: 0,
  notes: noRows(),
})
