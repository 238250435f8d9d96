import { formatMoney } from '../../shared/money.ts'
import { surplusOf } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { amountsOf, type FormatMoney, hasArrived, isUnconfirmed } from '../../shared/payments/order-amounts.ts'

/**
 * What is known of an order's money: '$21.37 of $24.37, $3.00 missing', '$0.00 of $24.37, $24.37 on its way', '$27.00,
 * $2.63 to send back'; of bank transfers in rupees.
 */
export function describeReceived(order: Order, money: FormatMoney = formatMoney): string {
  const { received, total, missing, surplus, onItsWay } = amountsOf(order, money)
  if (surplusOf(order) > 0) return `${received}, ${surplus} to send back`
  if (order.received < order.total) {
    const of = `${received} of ${total}`
    if (isOnItsWay(order)) return `${of}, ${onItsWay} on its way`
    return order.missing > 0 ? `${of}, ${missing} missing` : of
  }
  return `${received}, in full`
}

/** Whether exactly the total is known to have arrived. */
export const isProved = ({ received, total }: Pick<Order, 'received' | 'total'>) => received > 0 && received === total

/** What was received for an order, in a few words: 'In full', 'Rs 915 missing', 'Not recorded'. */
export function receivedInWords(order: Order): string {
  const { missing, surplus } = amountsOf(order, formatMoney)
  if (surplusOf(order) > 0) return `${surplus} over`
  if (isProved(order)) return 'In full'
  if (isOnItsWay(order)) return 'On its way'
  return order.received > 0 ? `${missing} missing` : 'Not recorded'
}

/** Whether money is known to have arrived, and less than the total. */
export const isShort = ({ payments, missing }: Order) => missing > 0 && payments.some(hasArrived)

/** Whether a transfer was seen that doesn't count yet. */
export const isOnItsWay = ({ payments }: Order) => payments.some(isUnconfirmed)

/** The transfers that came after the order was closed, and that staff haven't decided about. */
export const lateTransfers = ({ late = [] }: Pick<Order, 'late'>) => late.filter(hasArrived)
