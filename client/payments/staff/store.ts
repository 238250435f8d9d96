import type { Order } from '../../../shared/orders/schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import {
  type PaymentList,
  type PaymentOrder,
  type PaymentSort,
  paymentSorts,
  type StaffPayment,
} from '../../../shared/payments/staff-schema.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { resolveSort } from '../../staff/list-sort.ts'
import { listKey, setPage } from '../../stream/lists.ts'
import { placeInList, sortedBy } from '../../stream/place-row.ts'
import { toPaymentOrder } from './payment-order.ts'
import type { PaymentFilter, StaffPaymentsState } from './state.ts'

type Draft = { staffPayments: StaffPaymentsState }
type Page = { data: StaffPayment[]; totalCount: number; nextCursor: string | null; unassigned: number }

export const paymentsKey = (filter: PaymentFilter) => listKey('staff/payments', filter)
export const paymentKey = (id: string) => `staff/payment/${id}`

export function setPayments({ staffPayments }: Draft, filter: PaymentFilter, page: Page, cursor?: string) {
  for (const payment of page.data) staffPayments.byId[payment._id] = payment
  staffPayments.unassigned = page.unassigned
  setPage(staffPayments.lists, paymentsKey(filter), filter, page, cursor)
}

/** Stores a payment and moves it into, within or out of every list. */
export function setPayment({ staffPayments }: Draft, payment: StaffPayment) {
  const before = staffPayments.byId[payment._id]
  staffPayments.byId[payment._id] = payment
  if (before && staffPayments.unassigned !== null) {
    staffPayments.unassigned += Number(isUnassigned(payment)) - Number(isUnassigned(before))
  }
  if (!before) staffPayments.version += 1
  for (const list of Object.values(staffPayments.lists)) {
    const { state, q } = list.filter
    const belongs = (row: StaffPayment) => matches[state](row) && (q === undefined || list.ids.includes(row._id))
    const compare = comparisonOf(list.filter)
    placeInList(list, { row: payment, before, rows: staffPayments.byId, belongs, compare })
  }
}

export function applyStaffPayments(draft: Draft, event: StreamEvent) {
  if (event.type === 'payment.changed') setPayment(draft, event.data.payment)
  if (event.type === 'order.changed' && event.stream === 'staff') setOrder(draft, event.data.order)
}

/** Payments show their order as it stands, and those they are proposed for. */
function setOrder({ staffPayments: { byId } }: Draft, changed: Order | StaffOrder) {
  const current = toPaymentOrder(changed)
  const isOf = (order: PaymentOrder | null) => order?._id === current._id
  for (const payment of Object.values(byId)) {
    if (isOf(payment.order)) payment.order = current
    payment.proposals = payment.proposals.map((proposal) => (isOf(proposal) ? current : proposal))
  }
}

const isUnassigned = ({ order, state }: StaffPayment) => order === null && state !== 'dismissed' && state !== 'gone'

const matches: Record<PaymentList, (payment: StaffPayment) => boolean> = {
  all: () => true,
  unassigned: isUnassigned,
  assigned: ({ order }) => order !== null,
  dismissed: ({ state }) => state === 'dismissed',
}

/** As the server sorts. */
function comparisonOf(filter: PaymentFilter) {
  const { by, direction } = resolveSort(paymentSorts, filter)
  return sortedBy(sortValues[by], direction)
}

const sortValues: Record<PaymentSort, (payment: StaffPayment) => number> = {
  recorded: ({ recordedAt }) => recordedAt,
  received: ({ at }) => at,
  worth: ({ counted }) => counted,
}
