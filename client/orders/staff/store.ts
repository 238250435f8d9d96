import type { SortDirection } from '../../../shared/contract.ts'
import type { CustomerProfile } from '../../../shared/accounts/staff-schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { listKey, setPage } from '../../stream/lists.ts'
import { placeInList } from '../../stream/place-row.ts'
import { isProved } from '../received.ts'
import { applyNotes } from './notes-store.ts'
import { applyRefunds } from './refund-store.ts'
import type { PaymentCounts, StaffOrderFilter, StaffOrdersState } from './state.ts'

type Draft = { staffOrders: StaffOrdersState }
type Counts = { counts: PaymentCounts; toDeliver: number }
type Page = Counts & { data: StaffOrder[]; totalCount: number; nextCursor: string | null }

export const staffOrdersKey = (filter: StaffOrderFilter) => listKey('staff/orders', filter)
export const staffOrderKey = (id: string) => `staff/order/${id}`

export function setStaffOrders(draft: Draft, filter: StaffOrderFilter, page: Page, cursor?: string) {
  addStaffOrders(draft, page.data)
  setCounts(draft, page)
  setPage(draft.staffOrders.lists, staffOrdersKey(filter), filter, page, cursor)
}

export function setCounts({ staffOrders }: Draft, { counts, toDeliver }: Counts) {
  staffOrders.counts = counts
  staffOrders.toDeliver = toDeliver
}

export function addStaffOrders({ staffOrders: { byId } }: Draft, orders: StaffOrder[]) {
  for (const order of orders) byId[order._id] = order
}

/** Stores an order and moves it into, within or out of every list. */
export function setStaffOrder({ staffOrders }: Draft, order: StaffOrder) {
  const before = staffOrders.byId[order._id]
  staffOrders.byId[order._id] = order
  updateCounts(staffOrders, before, order)
  const placing = { row: order, before, rows: staffOrders.byId }
  for (const list of Object.values(staffOrders.lists)) {
    const { filter } = list
    const belongs = (row: StaffOrder) => matches(filter, row) && (filter.q === undefined || list.ids.includes(row._id))
    if (filter.q !== undefined && isNewTo(filter, before, order)) staffOrders.searchVersion += 1
    placeInList(list, { ...placing, belongs, compare: sortOf(filter) })
  }
}

export function applyStaffOrders(draft: Draft, event: StreamEvent) {
  applyNotes(draft, event)
  applyRefunds(draft, event)
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
  const isSamePayment = before?.paymentStatus === order.paymentStatus
  if (!counts || (isSamePayment && before.orderStatus === order.orderStatus)) return
  staffOrders.countsVersion += 1
  if (!before) return
  const delivering = Number(order.orderStatus === 'processing') - Number(before.orderStatus === 'processing')
  if (staffOrders.toDeliver !== null) staffOrders.toDeliver += delivering
  if (isSamePayment) return
  const [from, to] = [before.paymentStatus, order.paymentStatus]
  staffOrders.counts = { ...counts, [from]: counts[from] - 1, [to]: counts[to] + 1 }
}

/** As the server sorts: what awaits verification or delivery longest waiting first, anything else newest first. */
export function sortOf({ paymentStatus, orderStatus, sort, direction }: StaffOrderFilter) {
  if (sort === 'total') return byNumber('total', direction ?? 'desc')
  if (sort === undefined && paymentStatus === 'paid') return byNumber('paidAt', direction ?? 'asc')
  if (sort !== 'placed' && orderStatus === 'processing') return byNumber('verifiedAt', direction ?? 'asc')
  return byNumber(sort === 'verified' ? 'verifiedAt' : 'createdAt', direction ?? 'desc')
}

function byNumber(field: 'createdAt' | 'paidAt' | 'verifiedAt' | 'total', direction: SortDirection) {
  const sign = direction === 'asc' ? 1 : -1
  return (a: StaffOrder, b: StaffOrder) => sign * ((a[field] ?? 0) - (b[field] ?? 0) || (a._id < b._id ? -1 : 1))
}

/** Whether a search over the orders of `filter` may now find an order that it didn't see before. */
const isNewTo = (filter: StaffOrderFilter, before: StaffOrder | undefined, order: StaffOrder) =>
  matches(filter, order) && (before === undefined || !matches(filter, before))

/** Whether an order belongs to the filter, apart from the search. */
export const matches = (filter: StaffOrderFilter, order: StaffOrder) =>
  hasStatus(filter, order) &&
  wasPlaced(filter, order) &&
  (filter.paymentMethod === undefined || order.paymentMethod === filter.paymentMethod) &&
  (filter.minTotal === undefined || order.total >= filter.minTotal) &&
  (filter.maxTotal === undefined || order.total <= filter.maxTotal) &&
  (filter.item === undefined || order.items.some(({ item }) => item === filter.item)) &&
  (filter.coupon === undefined || holdsCoupon(order, filter.coupon)) &&
  (filter.reused === undefined || order.referenceReused) &&
  (filter.proved === undefined || isProved(order)) &&
  (filter.sort !== 'verified' || order.verifiedAt !== null)

const hasStatus = ({ paymentStatus, orderStatus }: StaffOrderFilter, order: StaffOrder) =>
  (paymentStatus === undefined || order.paymentStatus === paymentStatus) &&
  (orderStatus === undefined || order.orderStatus === orderStatus)

const dayMs = 24 * 3_600_000
const wasPlaced = ({ from, to }: StaffOrderFilter, { createdAt }: StaffOrder) =>
  (from === undefined || createdAt >= Date.parse(from)) && (to === undefined || createdAt < Date.parse(to) + dayMs)

/** A cancelled, expired or rejected order gives its use of a coupon back. */
const holdsCoupon = ({ coupon, couponCode, paymentStatus }: StaffOrder, sought: string) =>
  (coupon === sought || couponCode === sought.toUpperCase()) &&
  paymentStatus !== 'cancelled' &&
  paymentStatus !== 'failed'
