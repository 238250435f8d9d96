import type { OrderSummary } from '../../../shared/orders/staff-schema.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import { amountDue } from '../amount-due.ts'

/** What the customer of an order was asked to send: 'Rs 22,259', '59.9701 USDT'. */
export const amountOf = (order: OrderSummary): string =>
  order.due ? formatAmount(order.due.amount, order.due.currency) : amountDue(order)
