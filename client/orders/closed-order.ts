import { hasExpired } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { amountDue } from './amount-due.ts'
import { lateMoneyOf } from './late-money.ts'

/** What the customer of a closed order may do about money that was sent and not found. */
export type ClosedOrder = {
  title: string
  text: string
  reason: string
}

/** null for an order that isn't closed, was refunded, or whose money came late. */
export function describeClosedOrder(order: Order): ClosedOrder | null {
  const { paymentStatus } = order
  if ((paymentStatus !== 'failed' && paymentStatus !== 'cancelled') || lateMoneyOf(order)) return null
  const isCancelled = paymentStatus === 'cancelled' && !hasExpired(order)
  const what = isCancelled ? 'the reference of your transfer' : 'the reference of your transfer, or a picture of it'
  return {
    title: `If you did send ${amountDue(order)}, we’ll help find it`,
    text: `Send us ${what}, and a member of staff will look ${paymentStatus === 'failed' ? 'again' : 'for it'}. If it has arrived, we reopen the order or send the money back; if not, we help you trace it. Please don’t pay again until then.`,
    reason: rejectionReason(order),
  }
}

/** Why its payment was rejected; '' for other orders. */
export const rejectionReason = ({ paymentStatus, history }: Order): string =>
  paymentStatus === 'failed' ? (history.findLast(({ what }) => what === 'rejected')?.note ?? '') : ''
