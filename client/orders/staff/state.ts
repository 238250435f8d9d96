import type { SortDirection } from '../../../shared/contract.ts'
import type { OrderStatus, PaymentStatus } from '../../../shared/orders/schema.ts'
import type { OrderNote, RefundPreview, StaffOrder, StaffOrderSort } from '../../../shared/orders/staff-schema.ts'
import type { PaymentMethod } from '../../../shared/payments/schema.ts'
import { type List, noRows } from '../../stream/lists.ts'

export type StaffOrderFilter = {
  paymentStatus?: PaymentStatus | undefined
  orderStatus?: OrderStatus | undefined
  paymentMethod?: PaymentMethod | undefined
  /** Days in UTC: `2026-01-31`. */
  from?: string | undefined
  to?: string | undefined
  /** Cents. */
  minTotal?: number | undefined
  maxTotal?: number | undefined
  item?: string | undefined
  /** Its id or code. */
  coupon?: string | undefined
  reused?: '1' | undefined
  /** Exactly the total has arrived. */
  proved?: '1' | undefined
  q?: string | undefined
  sort?: StaffOrderSort | undefined
  direction?: SortDirection | undefined
}
/** Number of orders by payment status. */
export type PaymentCounts = Record<PaymentStatus, number>

export type StaffOrdersState = {
  byId: Record<string, StaffOrder>
  lists: Record<string, List<StaffOrderFilter>>
  counts: PaymentCounts | null
  /** Number of orders that await delivery. */
  toDeliver: number | null
  /** Incremented whenever an order changes status: events carry no counts, so they are loaded again. */
  countsVersion: number
  /** Incremented when an order may belong in a search: only the server knows, so searches are loaded again. */
  searchVersion: number
  /** Internal notes by order, oldest first. */
  notes: Record<string, OrderNote[]>
  /** What a refund would take back, by order. */
  refunds: Record<string, RefundPreview>
}

export const initialStaffOrders = (): StaffOrdersState => ({
  byId: noRows(),
  lists: {},
  counts: null,
  toDeliver: null,
  countsVersion: 0,
  searchVersion: 0,
  notes: noRows(),
  refunds: noRows(),
})
