import { formatMoney } from '../../shared/money.ts'
import { hasExpired } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { amountsOf, type FormatMoney } from '../../shared/payments/order-amounts.ts'
import { describeFound, isMisdirected, type PaymentProgress, waitForUs } from '../../shared/payments/progress.ts'
import { restOf } from '../../shared/payments/rest.ts'
import { formatDay, formatMomentInText } from '../lib/format-date.ts'
import { type DecisionTime, lateHeadline } from './late-money.ts'
import { isOnItsWay } from './received.ts'
import { describeRefundTime, refundDueAt, whereToReturn } from './refund.ts'

type Headline = {
  title: string
  text: string
  /** What the customer must not overlook. */
  warning?: string
}

type HeadlineContext = DecisionTime & {
  /** What is known of the transfer from its chain. */
  transfer?: PaymentProgress | undefined
  /** Whether the customer is emailed about what happens next. */
  sendsEmails?: boolean | undefined
}

/** The state of an order: a short title, also for the tab, and a sentence for the page. */
export function headlineOf(
  order: Order,
  now = Date.now(),
  money: FormatMoney = (cents) => formatMoney(cents),
  context: HeadlineContext = {},
): Headline {
  switch (order.paymentStatus) {
    case 'pending':
      return {
        title: 'Waiting for your payment',
        text: `Pay by ${formatMomentInText(order.expiresAt, now)}. After that the order expires.`,
      }
    case 'paid':
      return paidHeadline(order, money, context)
    case 'verified':
      return order.orderStatus === 'completed'
        ? { title: 'Your order is ready', text: 'Everything is delivered. Thank you.' }
        : { title: 'Payment verified', text: 'Your money has arrived. We’re preparing your order now.' }
    case 'failed':
      return (
        lateHeadline(order, money, now, context) ?? {
          title: 'Payment rejected',
          text: 'We couldn’t match a transfer to this order, so it’s closed.',
        }
      )
    case 'refunded': {
      const dueAt = refundDueAt(order, now)
      return {
        title: 'Payment refunded',
        text: dueAt
          ? `The money is on its way to you. It usually arrives within 1–3 working days. If you don’t have it by ${formatDay(dueAt, now)}, write to us.`
          : 'The money should have reached you by now. If it hasn’t, write to us.',
      }
    }
    case 'cancelled':
      return (
        lateHeadline(order, money, now, context) ??
        (hasExpired(order)
          ? { title: 'Order expired', text: 'It wasn’t paid in time, so it closed. You owe nothing.' }
          : { title: 'Order cancelled', text: 'You cancelled it before paying. You owe nothing.' })
      )
  }
}

const misdirectedTitles = {
  wrong_network: 'Your transfer arrived on a different network',
  wrong_token: 'Your transfer is in a different token',
  older_than_order: 'Your transfer needs a look',
}

/** Whether the headline says that the transfer was found and isn't what was asked for, and what becomes of it. */
export const isDecidedByStaff = (order: Order, transfer: PaymentProgress | undefined) =>
  order.paymentStatus === 'paid' && restOf(order) === 0 && transfer !== undefined && isMisdirected(transfer.state)

function paidHeadline(order: Order, money: FormatMoney, context: HeadlineContext): Headline {
  const { transfer, sendsEmails, refundWithin } = context
  const { checking, received, total } = order
  if (restOf(order) > 0) {
    const amounts = amountsOf(order, money)
    return {
      title: checking ? `Being checked by ${checking.name}` : `${amounts.missing} is missing`,
      text: `${amounts.received} of ${amounts.total} has arrived and is kept for this order. Please send the rest, or ask support for your money back.`,
    }
  }
  const title = checking ? `Being checked by ${checking.name}` : 'Waiting to be checked'
  const live = `This page updates by itself. You can close it; ${sendsEmails ? 'we’ll email you' : 'you’ll get a notification'}.`
  if (transfer && isMisdirected(transfer.state)) {
    return {
      title: checking ? title : misdirectedTitles[transfer.state],
      warning: waitForUs,
      text: `${describeFound(transfer, order.request?.network)} A member of staff will accept it for this order or send it back${describeRefundTime(refundWithin)}, the way it came. ${whereToReturn(true)}`,
    }
  }
  if (isOnItsWay(order)) {
    return { title, text: `We’ve seen your transfer and are waiting for it to be confirmed. ${live}` }
  }
  if (received >= total) return { title, text: `Your money has arrived. We’ll verify it next. ${live}` }
  return {
    title,
    text: `${checking ? 'We’re looking for your transfer.' : 'We’ll look for your transfer when it’s your turn.'} ${live}`,
  }
}
