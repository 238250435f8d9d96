import type { TeamMember } from '../../../shared/accounts/second-factor-schema.ts'
import {
  type Customer,
  type CustomerDetails,
  type CustomerSort,
  customerSorts,
} from '../../../shared/accounts/staff-schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { wholeDueOf } from '../../../shared/payments/due.ts'
import { searchText } from '../../../shared/search-text.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { resolveSort } from '../../staff/list-sort.ts'
import { listKey, setPage } from '../../stream/lists.ts'
import { newestFirst, placeInList, sortedBy, upsert } from '../../stream/place-row.ts'
import type { CustomerFilter, StaffCustomersState } from './state.ts'

type Draft = { staffCustomers: StaffCustomersState }
type Page = { data: Customer[]; totalCount: number; nextCursor: string | null }

export const customersKey = (filter: CustomerFilter) => listKey('staff/customers', filter)
export const teamKey = 'staff/team'
export const customerKey = (id: string) => `staff/customer/${id}`

export function setCustomers({ staffCustomers }: Draft, filter: CustomerFilter, page: Page, cursor?: string) {
  for (const customer of page.data) staffCustomers.byId[customer._id] = customer
  setPage(staffCustomers.lists, customersKey(filter), filter, page, cursor)
}

export function setCustomerDetails({ staffCustomers }: Draft, { customer, ...details }: CustomerDetails) {
  staffCustomers.byId[customer._id] = customer
  staffCustomers.details[customer._id] = details
}

/** Stores a customer; a new one enters the unfiltered list, since only the server can tell what a search matches. */
export function setCustomer({ staffCustomers: { byId, lists } }: Draft, customer: Customer) {
  const before = byId[customer._id]
  byId[customer._id] = customer
  for (const list of Object.values(lists)) {
    const belongs = (row: Customer) => list.filter.q === undefined || list.ids.includes(row._id)
    placeInList(list, { row: customer, before, rows: byId, belongs, compare: comparisonOf(list.filter) })
  }
}

/** As the server sorts. */
function comparisonOf(filter: CustomerFilter) {
  const { by, direction } = resolveSort(customerSorts, filter)
  return sortedBy(sortValues[by], direction)
}

const sortValues: Record<CustomerSort, (customer: Customer) => number | string> = {
  joined: ({ createdAt }) => createdAt,
  name: ({ firstName, lastName, email }) => searchText(firstName, lastName, email),
  email: ({ email }) => email,
  points: ({ points }) => points,
  spent: ({ spent }) => spent,
}

/** Stores a member of the team where it is loaded; a new one comes last. */
export function setTeamMember({ staffCustomers }: Draft, member: TeamMember) {
  const { team } = staffCustomers
  if (!team) return
  const isKnown = team.some(({ _id }) => _id === member._id)
  staffCustomers.team = isKnown ? team.map((row) => (row._id === member._id ? member : row)) : [...team, member]
}

export function applyStaffCustomers(draft: Draft, event: StreamEvent) {
  if (event.stream !== 'staff') return
  const { details } = draft.staffCustomers
  if (event.type === 'customer.changed') setCustomer(draft, event.data.customer)
  if (event.type === 'order.changed' && 'customer' in event.data.order) applyOrder(draft, event.data.order)
  if (event.type === 'customer.profile') changeCustomer(draft, event.data.customer)
  if (event.type === 'customer.sessions') {
    const loaded = details[event.data.userId]
    if (loaded) loaded.sessions = event.data.sessions
  }
  if (event.type === 'staff.member') setTeamMember(draft, event.data.member)
  if (event.type === 'customer.points') {
    const { userId, entry, totalPoints } = event.data
    changeCustomer(draft, { _id: userId, points: totalPoints })
    const loaded = details[userId]
    if (loaded) loaded.entries = upsert(loaded.entries, entry, newestFirst)
  }
}

/** Changes a customer who is loaded. */
function changeCustomer(draft: Draft, fields: Partial<Customer> & Pick<Customer, '_id'>) {
  const customer = draft.staffCustomers.byId[fields._id]
  if (customer) setCustomer(draft, { ...customer, ...fields })
}

/** Every order carries the totals of all of its customer's orders. */
function applyOrder(draft: Draft, order: StaffOrder) {
  const { _id, orders, verified, failed, spent } = order.customer
  changeCustomer(draft, { _id, orders, verified, failed, spent })
  const loaded = draft.staffCustomers.details[_id]
  if (!loaded) return
  const { createdAt, paymentStatus, orderStatus, paymentMethod, total } = order
  const due = wholeDueOf(order)
  const row = { _id: order._id, createdAt, paymentStatus, orderStatus, paymentMethod, total, due }
  loaded.orders = upsert(loaded.orders, row, newestFirst)
}
