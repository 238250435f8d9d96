import { formatMoney } from '../../shared/money.ts'
import { orderNumber, surplusOf } from '../../shared/orders/rules.ts'
import { formatAmount, formatUnits } from '../../shared/payments/amounts.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { notify } from '../notifications/notify.ts'
import { emailAboutMoney } from '../orders/order-emails.ts'
import type { OrderRow } from '../orders/present.ts'

/** 'Rs 7,432 from N. Perera', for the order's history, which its customer reads. */
export const describePayment = ({ amount, decimals, currency, payer }: PaymentRow) =>
  `${formatAmount(formatUnits(amount, decimals), currency)}${payer === '' ? '' : ` from ${payer}`}`

/**
 * Tells the customer, once for each payment, what it means for their order; by email as well unless all is well.
 * @param isEnough what is missing is accepted, so that nobody asks for it
 */
export async function notifyCustomer(ctx: MutationContext, before: OrderRow, after: OrderRow, isEnough = false) {
  const about = messageOf(before, after, isEnough)
  if (!about) return
  const { email, ...message } = about
  await notify(ctx, after.userId, { ...message, link: `/orders/details/${after.id}` })
  if (email) await emailAboutMoney(ctx, email, after)
}

/** Tells the customer of a closed order, once for each payment, that its money came after that. */
export async function notifyOfLate(ctx: MutationContext, order: OrderRow, payment: PaymentRow) {
  const message = lateMessage(describePayment({ ...payment, payer: '' }), order)
  await notify(ctx, order.userId, { type: 'warning', message, link: `/orders/details/${order.id}` })
  await emailAboutMoney(ctx, 'order_late', order, payment.id)
}

export const isClosed = ({ paymentStatus }: OrderRow) => paymentStatus === 'cancelled' || paymentStatus === 'failed'

const lateMessage = (amount: string, { id }: OrderRow) =>
  `${amount} arrived for order #${orderNumber(id)} after it was closed. We are looking into it; your money is not lost.`

function messageOf(before: OrderRow, after: OrderRow, isEnough: boolean) {
  const arrived = after.received - before.received
  if (arrived <= 0) return null
  const number = `#${orderNumber(after.id)}`
  const amount = formatMoney(arrived)
  if (isClosed(after)) {
    return { type: 'warning' as const, message: lateMessage(amount, after), email: 'order_late' as const }
  }
  const missing = isEnough ? 0 : after.total - after.received
  if (missing > 0 && after.paymentStatus === 'paid') {
    return {
      type: 'warning' as const,
      message: `${amount} arrived for order ${number}. ${formatMoney(missing)} is missing: please send the rest.`,
      email: 'order_short' as const,
    }
  }
  const surplus = surplusOf(after)
  if (surplus > 0) {
    return {
      type: 'info' as const,
      message: `${amount} arrived for order ${number}, ${formatMoney(surplus)} more than its total. We will send that back to you.`,
      email: 'order_over' as const,
    }
  }
  return {
    type: 'success' as const,
    message: `${amount} arrived for order ${number}: it is paid in full.`,
    email: null,
  }
}
