import type { StaffOrder } from '../../shared/order-calls.ts'
import type { OrderStatus, PaymentStatus } from '../../shared/orders.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { listKey, listOf, newestFirst, placeInList } from '../stream/lists.ts'
import { applyAudit } from './audit-store.ts'
import { applyCustomers } from './customers-store.ts'
import { applyNotes } from './notes-store.ts'
import { applyStaffReviews } from './reviews-store.ts'
import type { Counts, StaffState } from './state.ts'

export type StaffFilter = {
  paymentStatus?: PaymentStatus | undefined
  orderStatus?: OrderStatus | undefined
  q?: string | undefined
}
type Draft = { staff: StaffState }
type Page = { data: StaffOrder[]; totalCount: number; nextCursor: string | null; counts: Counts }

export const queueKey = 'staff/queue'
export const staffOrdersKey = (filter: StaffFilter) => listKey('staff/orders', filter)
export const staffOrderKey = (id: string) => `staff/order/${id}`

export function setQueue(draft: Draft, page: Page) {
  keepStaffOrders(draft, page)
  draft.staff.queue = listOf(page)
}

export function setStaffOrders(draft: Draft, filter: StaffFilter, page: Page) {
  keepStaffOrders(draft, page)
  draft.staff.lists[staffOrdersKey(filter)] = listOf(page)
}

export function keepStaffOrders({ staff }: Draft, { data, counts }: Pick<Page, 'data' | 'counts'>) {
  for (const order of data) staff.byId[order._id] = order
  staff.counts = counts
}

/** Keeps an order, and puts it into the queue and every list that it belongs to, or out of them. */
export function setStaffOrder({ staff }: Draft, order: StaffOrder) {
  const before = staff.byId[order._id]
  staff.byId[order._id] = order
  recount(staff, before, order)
  const placing = { row: order, before, rows: staff.byId }
  if (staff.queue) placeInList(staff.queue, { ...placing, belongs: waits, compare: longestWaiting })
  for (const [key, list] of Object.entries(staff.lists)) {
    const filter = filterOf(key)
    const belongs = (row: StaffOrder) => isIn(filter, row) && (filter.q === undefined || list.ids.includes(row._id))
    const compare = filter.paymentStatus === 'paid' ? longestWaiting : newestFirst
    placeInList(list, { ...placing, belongs, compare })
  }
}

export function applyStaff(draft: Draft, event: StreamEvent) {
  applyNotes(draft, event)
  applyStaffReviews(draft, event)
  applyCustomers(draft, event)
  applyAudit(draft, event)
  if (event.type !== 'order.changed' || event.stream !== 'staff') return
  const { order } = event.data
  if ('customer' in order) setStaffOrder(draft, order)
}

/** At once as far as it is known where the order was; the store's own counts are asked for afterwards. */
function recount(staff: StaffState, before: StaffOrder | undefined, order: StaffOrder) {
  const { counts } = staff
  if (!counts || before?.paymentStatus === order.paymentStatus) return
  staff.recount += 1
  if (!before) return
  const [from, to] = [before.paymentStatus, order.paymentStatus]
  staff.counts = { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 }
}

const waits = (order: StaffOrder) => order.paymentStatus === 'paid'

const longestWaiting = (a: StaffOrder, b: StaffOrder) => (a.paidAt ?? 0) - (b.paidAt ?? 0) || (a._id < b._id ? -1 : 1)

const filterOf = (key: string): StaffFilter =>
  Object.fromEntries(new URLSearchParams(key.slice('staff/orders&'.length)))

const isIn = ({ paymentStatus, orderStatus }: StaffFilter, order: StaffOrder) =>
  (paymentStatus === undefined || order.paymentStatus === paymentStatus) &&
  (orderStatus === undefined || order.orderStatus === orderStatus)
