import type { CustomerProfile } from '../../../shared/accounts/staff-schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { appendPage, listKey, listOf, setPage } from '../../stream/lists.ts'
import { newestFirst, placeInList } from '../../stream/place-row.ts'
import { applyNotes } from './notes-store.ts'
import type { PaymentCounts, StaffOrderFilter, StaffOrdersState } from './state.ts'

type Draft = { staffOrders: StaffOrdersState }
type Page = { data: StaffOrder[]; totalCount: number; nextCursor: string | null; counts: PaymentCounts }

export const queueKey = 'staff/queue'
export const staffOrdersKey = (filter: StaffOrderFilter) => listKey('staff/orders', filter)
export const staffOrderKey = (id: string) => `staff/order/${id}`

export function setQueue(draft: Draft, page: Page, cursor?: string) {
  addPage(draft, page)
  const { staffOrders } = draft
  if (cursor === undefined) staffOrders.queue = listOf(page, undefined)
  else appendPage(staffOrders.queue, cursor, page)
}

export function setStaffOrders(draft: Draft, filter: StaffOrderFilter, page: Page, cursor?: string) {
  addPage(draft, page)
  setPage(draft.staffOrders.lists, staffOrdersKey(filter), filter, page, cursor)
}

function addPage(draft: Draft, { data, counts }: Page) {
  addStaffOrders(draft, data)
  draft.staffOrders.counts = counts
}

export function addStaffOrders({ staffOrders: { byId } }: Draft, orders: StaffOrder[]) {
  for (const order of orders) byId[order._id] = order
}

/** Stores an order and moves it into, within or out of the queue and every list. */
export function setStaffOrder({ staffOrders }: Draft, order: StaffOrder) {
  const before = staffOrders.byId[order._id]
  staffOrders.byId[order._id] = order
  updateCounts(staffOrders, before, order)
  const placing = { row: order, before, rows: staffOrders.byId }
  if (staffOrders.queue) placeInList(staffOrders.queue, { ...placing, belongs: isPaid, compare: longestWaiting })
  for (const list of Object.values(staffOrders.lists)) {
    const { filter } = list
    const belongs = (row: StaffOrder) => matches(filter, row) && (filter.q === undefined || list.ids.includes(row._id))
    const compare = filter.paymentStatus === 'paid' ? longestWaiting : newestFirst
    placeInList(list, { ...placing, belongs, compare })
  }
}

export function applyStaffOrders(draft: Draft, event: StreamEvent) {
  applyNotes(draft, event)
  if (event.type === 'customer.profile') setCustomer(draft, event.data.customer)
  if (event.type !== 'order.changed' || event.stream !== 'staff') return
  const { order } = event.data
  if ('customer' in order) setStaffOrder(draft, order)
}

function setCustomer({ staffOrders: { byId } }: Draft, { _id, firstName, lastName, email }: CustomerProfile) {
  for (const [id, order] of Object.entries(byId)) {
    if (order.customer._id !== _id) continue
    byId[id] = { ...order, customer: { ...order.customer, firstName, lastName, email } }
  }
}

/** Adjusts the counts at once when the previous status is known; `countsVersion` has them loaded again either way. */
function updateCounts(staffOrders: StaffOrdersState, before: StaffOrder | undefined, order: StaffOrder) {
  const { counts } = staffOrders
  if (!counts || before?.paymentStatus === order.paymentStatus) return
  staffOrders.countsVersion += 1
  if (!before) return
  const [from, to] = [before.paymentStatus, order.paymentStatus]
  staffOrders.counts = { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 }
}

const isPaid = (order: StaffOrder) => order.paymentStatus === 'paid'

const longestWaiting = (a: StaffOrder, b: StaffOrder) => (a.paidAt ?? 0) - (b.paidAt ?? 0) || (a._id < b._id ? -1 : 1)

const matches = ({ paymentStatus, orderStatus }: StaffOrderFilter, order: StaffOrder) =>
  (paymentStatus === undefined || order.paymentStatus === paymentStatus) &&
  (orderStatus === undefined || order.orderStatus === orderStatus)
