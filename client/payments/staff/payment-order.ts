import type { Order, PaymentStatus } from '../../../shared/orders/schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { surplusOf } from '../../../shared/orders/rules.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import { dueOf } from '../../../shared/payments/due.ts'
import type { PaymentOrder } from '../../../shared/payments/staff-schema.ts'

/** What becomes of an order next to a transfer, in words that don't say whether the transfer is its payment. */
export const orderStatusWords: Record<PaymentStatus, string> = {
  pending: 'Waiting for payment',
  paid: 'To verify',
  verified: 'Verified',
  failed: 'Rejected',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

/** An order as it stands next to a transfer. */
export const toPaymentOrder = (order: Order | StaffOrder): PaymentOrder => ({
  _id: order._id,
  paymentStatus: order.paymentStatus,
  orderStatus: order.orderStatus,
  due: dueOf(order),
  missing: order.missing,
  surplus: surplusOf(order),
  ...('customer' in order && {
    customer: { firstName: order.customer.firstName, lastName: order.customer.lastName },
  }),
})

/** 'Ada Lovelace'; empty in entries of earlier versions. */
export const customerName = ({ customer }: PaymentOrder) =>
  customer ? `${customer.firstName} ${customer.lastName}` : ''

/** 'Rs 7,432'; empty in entries of earlier versions. */
export const formatDue = ({ due }: PaymentOrder) => (due ? formatAmount(due.amount, due.currency) : '')

/** Whether the amount is due: a verified or closed order was asked for it, and no longer is. */
export const isDue = ({ paymentStatus }: PaymentOrder) => paymentStatus === 'pending' || paymentStatus === 'paid'

/** 'Rs 7,432 due · To verify'; of an order that is closed, what it was asked for. */
export function describeOrder(order: PaymentOrder): string {
  const due = formatDue(order)
  const status = orderStatusWords[order.paymentStatus]
  return due ? `${due}${isDue(order) ? ' due' : ''} · ${status}` : status
}

/** Whether more or less than its total has arrived for an order; '' if neither. Its page says how much, as it was sent. */
export function describeDifference({ missing = 0, surplus = 0 }: PaymentOrder): string {
  if (surplus > 0) return 'Paid too much'
  return missing > 0 ? 'Paid in part' : ''
}
