import type { StaffOrder } from '../../shared/order-calls.ts'
import type { Customer, CustomerDetails, CustomerProfile } from '../../shared/staff.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { listKey, listOf, newestFirst, placeInList, upsert } from '../stream/lists.ts'
import type { StaffState } from './state.ts'

export type CustomerFilter = { q?: string | undefined }
type Draft = { staff: Pick<StaffState, 'customers' | 'byId'> }
type Page = { data: Customer[]; totalCount: number; nextCursor: string | null }

export const customersKey = (filter: CustomerFilter) => listKey('staff/customers', filter)
export const customerKey = (id: string) => `staff/customer/${id}`

export function setCustomers(draft: Draft, filter: CustomerFilter, page: Page) {
  keepCustomers(draft, page)
  draft.staff.customers.lists[customersKey(filter)] = listOf(page)
}

export function keepCustomers({ staff }: Draft, { data }: Pick<Page, 'data'>) {
  for (const customer of data) staff.customers.byId[customer._id] = customer
}

export function setCustomerDetails({ staff: { customers } }: Draft, { customer, ...details }: CustomerDetails) {
  customers.byId[customer._id] = customer
  customers.details[customer._id] = details
}

/** Keeps a customer; one who is new comes into the lists that are no search. */
export function setCustomer({ staff: { customers } }: Draft, customer: Customer) {
  const before = customers.byId[customer._id]
  customers.byId[customer._id] = customer
  for (const [key, list] of Object.entries(customers.lists)) {
    const belongs = (row: Customer) => key === customersKey({}) || list.ids.includes(row._id)
    placeInList(list, { row: customer, before, rows: customers.byId, belongs, compare: newestFirst })
  }
}

export function applyCustomers(draft: Draft, event: StreamEvent) {
  if (event.stream !== 'staff') return
  const { byId, details } = draft.staff.customers
  if (event.type === 'customer.changed') setCustomer(draft, event.data.customer)
  if (event.type === 'order.changed' && 'customer' in event.data.order) countOrder(draft, event.data.order)
  if (event.type === 'customer.profile') setProfile(draft, event.data.customer)
  if (event.type === 'customer.session') {
    const known = details[event.data.userId]
    if (known) known.sessions = upsert(known.sessions, event.data.session, newestFirst)
  }
  if (event.type === 'customer.session.ended') {
    const { userId, _id } = event.data
    const known = details[userId]
    if (known) known.sessions = known.sessions.filter((session) => session._id !== _id)
  }
  if (event.type === 'customer.sessions') {
    const known = details[event.data.userId]
    if (known) known.sessions = event.data.sessions
  }
  if (event.type === 'customer.points') {
    const { userId, entry, totalPoints } = event.data
    const [customer, known] = [byId[userId], details[userId]]
    if (customer) byId[userId] = { ...customer, points: totalPoints }
    if (known) known.entries = upsert(known.entries, entry, newestFirst)
  }
}

/** The customer as they call themselves now, wherever they are shown. */
function setProfile({ staff }: Draft, profile: CustomerProfile) {
  const { byId } = staff.customers
  const customer = byId[profile._id]
  if (customer) byId[profile._id] = { ...customer, ...profile }
  const { firstName, lastName, email } = profile
  for (const [id, order] of Object.entries(staff.byId)) {
    if (order.customer._id !== profile._id) continue
    staff.byId[id] = { ...order, customer: { ...order.customer, firstName, lastName, email } }
  }
}

/** An order carries how all of its customer's orders stand. */
function countOrder({ staff: { customers } }: Draft, order: StaffOrder) {
  const { _id, orders, verified, failed, spent } = order.customer
  const [customer, known] = [customers.byId[_id], customers.details[_id]]
  if (customer) customers.byId[_id] = { ...customer, orders, verified, failed, spent }
  if (!known) return
  const { createdAt, paymentStatus, orderStatus, paymentMethod, total } = order
  const row = { _id: order._id, createdAt, paymentStatus, orderStatus, paymentMethod, total }
  known.orders = upsert(known.orders, row, newestFirst)
}
