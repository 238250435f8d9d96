import type { Order, OrderEventType } from '../../shared/orders/schema.ts'
import { formatAmount } from '../../shared/payments/amounts.ts'
import { amountsOf, type FormatMoney } from '../../shared/payments/order-amounts.ts'
import { methodInSentence } from '../../shared/payments/schema.ts'
import { formatDate } from '../lib/format-date.ts'
import { hasExpired } from './headline.ts'
import { lateTransfers } from './received.ts'
import { amountDue } from './amount-due.ts'

/** What a closed order means for its customer. */
export type ClosedOrder = {
  title: string
  text: string
  reason: string
  /** The money may have been sent and not been found. */
  asksForReference: boolean
  /** We have its money, so nothing is left to do, and ordering again would be paying twice. */
  isPaid?: true
}

/** How long a transfer back takes at most; after that the customer should have it. */
const refundMs = 5 * 24 * 60 * 60_000

/** @returns null for an order that isn't closed */
export function describeClosedOrder(order: Order, now: number, money: FormatMoney): ClosedOrder | null {
  const amount = amountDue(order)
  const late = describeLateMoney(order, money)
  if (late) return late
  switch (order.paymentStatus) {
    case 'failed':
      return {
        title: `If you did send ${amount}, your money isn’t lost`,
        text: 'Send us the reference of your transfer, and a member of staff will look again.',
        reason: lastEvent(order, 'rejected')?.note ?? '',
        asksForReference: true,
      }
    case 'cancelled':
      return hasExpired(order)
        ? {
            title: `If you did send ${amount}, your money isn’t lost`,
            text: 'The order wasn’t marked as paid in time, so it closed. Send us the reference of your transfer, and a member of staff will look for it. If you haven’t paid, nothing was charged.',
            reason: '',
            asksForReference: true,
          }
        : {
            title: 'You cancelled this order',
            text: `Nothing was charged. If you had already sent ${amount}, send us the reference of your transfer, and a member of staff will look for it.`,
            reason: '',
            asksForReference: true,
          }
    case 'refunded':
      return describeRefund(order, now, money)
    case 'pending':
    case 'paid':
    case 'verified':
      return null
  }
}

/** Money that came after the order was closed; null without any. */
function describeLateMoney(order: Order, money: FormatMoney): ClosedOrder | null {
  const { paymentStatus, received, payments, late = [] } = order
  if (paymentStatus !== 'failed' && paymentStatus !== 'cancelled') return null
  const common = { reason: '', asksForReference: false }
  if (received > 0) {
    const text = `${amountsOf(order, money).received} arrived after the order was closed. A member of staff will reopen it or send the money back. You don’t need to do anything.`
    return { title: 'We have your money', text, ...common, isPaid: true }
  }
  const waiting = lateTransfers(order)
  if (waiting.length > 0) {
    const amounts = waiting.map(({ amount, currency }) => formatAmount(amount, currency)).join(' and ')
    const isFinal = waiting.every(({ state }) => state === 'final')
    const then = isFinal ? 'A member of staff' : 'Once it’s confirmed, a member of staff'
    const text = `${amounts} arrived after the order was closed. ${then} will reopen it or send the money back. You don’t need to do anything.`
    return { title: isFinal ? 'We have your money' : 'We’ve seen your transfer', text, ...common, isPaid: true }
  }
  const isSentBack = [...payments, ...late].some(({ state }) => state === 'dismissed')
  const text = 'It came after the order was closed. If it doesn’t arrive within a few working days, write to us.'
  return isSentBack ? { title: 'Your money was sent back', text, ...common } : null
}

function describeRefund(order: Order, now: number, money: FormatMoney): ClosedOrder {
  // Staff may have accepted less than the total, and only what arrived is sent back.
  const isFull = order.refunded >= order.total
  const amount = isFull ? amountDue(order) : amountsOf(order, money).refunded
  const refund = lastEvent(order, 'refunded')
  const isRecent = refund !== undefined && now - refund.at < refundMs
  const on = refund ? ` on ${formatDate(refund.at)}` : ''
  return {
    title: isRecent ? `${amount} is on its way back to you` : `${amount} was sent back to you`,
    text: `We sent ${isFull ? 'the full amount' : 'what had arrived'} by ${methodInSentence(order.paymentMethod)}${on}. ${
      isRecent
        ? 'It usually arrives within 1–3 working days.'
        : 'It should have arrived by now. If it hasn’t, write to us.'
    }`,
    reason: refund?.note ?? '',
    asksForReference: false,
  }
}

const lastEvent = ({ history }: Order, type: OrderEventType) => history.findLast(({ what }) => what === type)
