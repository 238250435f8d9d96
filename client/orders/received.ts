import { formatMoney } from '../../shared/money.ts'
import { surplusOf } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'

/** What is known of an order's money: '$21.37 of $24.37, $3.00 missing', '$0.00 of $24.37, $24.37 on its way', '$27.00, $2.63 to send back'. */
export function describeReceived(order: Order): string {
  const received = formatMoney(order.received)
  const surplus = surplusOf(order)
  if (surplus > 0) return `${received}, ${formatMoney(surplus)} to send back`
  if (order.received < order.total) {
    const of = `${received} of ${formatMoney(order.total)}`
    if (isOnItsWay(order)) return `${of}, ${formatMoney(centsOnTheirWay(order))} on its way`
    return order.missing > 0 ? `${of}, ${formatMoney(order.missing)} missing` : of
  }
  return `${received}, in full`
}

/** Whether exactly the total is known to have arrived. */
export const isProved = ({ received, total }: Pick<Order, 'received' | 'total'>) => received > 0 && received === total

/** What is known of an order's money, in a few words: 'Received in full', '$3.00 short', 'Nothing seen yet'. */
export function moneyInWords(order: Order): string {
  const surplus = surplusOf(order)
  if (surplus > 0) return `${formatMoney(surplus)} over`
  if (isProved(order)) return 'Received in full'
  if (isOnItsWay(order)) return 'On its way'
  return order.received > 0 ? `${formatMoney(order.total - order.received)} short` : 'Nothing seen yet'
}

/** Whether money is known to have arrived, and less than the total. */
export const isShort = ({ payments, missing }: Order) => missing > 0 && payments.some(hasArrived)

/** Whether a transfer was seen that doesn't count yet. */
export const isOnItsWay = ({ payments }: Order) => payments.some(isUnconfirmed)

/** What those transfers are worth. */
const centsOnTheirWay = ({ payments }: Order) =>
  payments.filter(isUnconfirmed).reduce((sum, { counted }) => sum + counted, 0)

/** The transfers that came after the order was closed, and that staff haven't decided about. */
export const lateTransfers = ({ late = [] }: Order) => late.filter(hasArrived)

const isUnconfirmed = ({ state }: Order['payments'][number]) => state === 'seen' || state === 'confirming'

const hasArrived = ({ state }: Order['payments'][number]) => state !== 'gone' && state !== 'dismissed'
