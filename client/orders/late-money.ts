import { hasExpired } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { formatAmount } from '../../shared/payments/amounts.ts'
import type { OrderPayment } from '../../shared/payments/ledger-schema.ts'
import { amountsOf, type FormatMoney } from '../../shared/payments/order-amounts.ts'
import { describeReturn } from '../storefront/use-next-opening.ts'
import { lateTransfers } from './received.ts'
import { describeRefundTime, whereToReturn } from './refund.ts'

/** Money of a closed order: seen and not certain yet, arrived, or sent back. */
export type LateMoney = {
  state: 'seen' | 'arrived' | 'returned'
  amounts: string
  at: number
  /** It came after the order was closed; false if the order was rejected with it. */
  isLate: boolean
}

type Late = Pick<Order, 'paymentStatus' | 'received' | 'payments' | 'late' | 'history'>

/** null for an order that isn't closed, or that nothing came for. */
export function lateMoneyOf(order: Late): Omit<LateMoney, 'amounts'> | null {
  const found = findLate(order)
  return found && { state: found.state, at: found.transfers.at(-1)!.at, isLate: isLate(order, found.transfers) }
}

/** The same with its amounts: 'Rs 5,000', '3.9901 USDC and 1.00 USDC'. */
export function describeLateMoney(order: Order, money: FormatMoney): LateMoney | null {
  const found = findLate(order)
  if (!found) return null
  const { state, transfers } = found
  const amounts =
    order.received > 0
      ? amountsOf(order, money).received
      : transfers.map(({ amount, currency }) => formatAmount(amount, currency)).join(' and ')
  return { state, amounts, at: transfers.at(-1)!.at, isLate: isLate(order, transfers) }
}

/** A part of the money may have come before the payment was rejected. */
function isLate({ paymentStatus, history }: Late, transfers: OrderPayment[]): boolean {
  const rejectedAt = history.findLast(({ what }) => what === 'rejected')?.at ?? 0
  return paymentStatus === 'cancelled' || transfers.some(({ at }) => at > rejectedAt)
}

function findLate(order: Late): { state: LateMoney['state']; transfers: OrderPayment[] } | null {
  const { paymentStatus, received, payments, late = [] } = order
  if (paymentStatus !== 'failed' && paymentStatus !== 'cancelled') return null
  const waiting = received > 0 ? payments.filter(({ state }) => state === 'final') : lateTransfers(order)
  if (waiting.length > 0) {
    return { state: waiting.every(({ state }) => state === 'final') ? 'arrived' : 'seen', transfers: waiting }
  }
  const returned = [...payments, ...late].filter(({ state }) => state === 'dismissed')
  return returned.length > 0 ? { state: 'returned', transfers: returned } : null
}

/** When money of a closed order is decided about. */
export type DecisionTime = {
  /** Within what time the owner says money is sent back. */
  refundWithin?: string | null | undefined
  /** When the store opens again; null while it is open. */
  opensAt?: number | null
}

/** What the customer of a closed order reads about its money; null without any. */
export function lateHeadline(
  order: Order,
  money: FormatMoney,
  now: number,
  { refundWithin, opensAt }: DecisionTime,
): { title: string; text: string } | null {
  const late = describeLateMoney(order, money)
  if (!late) return null
  const isOnChain = [...order.payments, ...(order.late ?? [])].some(({ source }) => source === 'chain')
  const decision = `reopen the order or send the money back${describeRefundTime(refundWithin)}, the way it came`
  const rest = [opensAt && describeReturn(opensAt, now), whereToReturn(isOnChain)].filter(Boolean).join(' ')
  if (!late.isLate) return { title: 'Payment rejected', text: heldText(late, `${decision}. ${rest}`) }
  const isExpired = order.paymentStatus === 'cancelled' && hasExpired(order)
  const closed = isExpired ? 'the order had expired' : 'the order was closed'
  switch (late.state) {
    case 'arrived':
      return {
        title: 'Your payment arrived late: we have it',
        text: `${late.amounts} arrived after ${closed}. A member of staff will ${decision}. ${rest}`,
      }
    case 'seen':
      return {
        title: 'We’ve seen your late payment',
        text: `${late.amounts} was sent after ${isExpired ? 'the order expired' : closed}. Once it’s confirmed, a member of staff will ${decision}. ${rest}`,
      }
    case 'returned':
      return {
        title: 'Your payment arrived late and was sent back',
        text: `${late.amounts} came after ${closed}. If it doesn’t reach you within a few working days, write to us.`,
      }
  }
}

function heldText({ state, amounts }: LateMoney, decision: string): string {
  if (state === 'returned')
    return `${amounts} was sent back to you. If it doesn’t reach you within a few working days, write to us.`
  const then = state === 'arrived' ? 'A member of staff' : 'Once it’s confirmed, a member of staff'
  return `${amounts} had arrived. ${then} will ${decision}`
}
