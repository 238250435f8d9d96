import { formatMoney } from '../../shared/money.ts'
import { orderNumber, surplusOf } from '../../shared/orders/rules.ts'
import { formatAmount, formatUnits } from '../../shared/payments/amounts.ts'
import { amountsOf } from '../../shared/payments/order-amounts.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type PaymentRow, presentOrderPayment, presentRequest, readPayments, readRequest } from '../ledger/present.ts'
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
  if (after.received <= before.received) return
  const about = messageOf(after, await readAmounts(ctx, after), isEnough)
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

async function readAmounts({ tx }: MutationContext, order: OrderRow) {
  const [request, payments] = [await readRequest(tx, order.requestId), await readPayments(tx, order.id)]
  const money = {
    missing: Math.max(0, order.total - order.received),
    request: request && presentRequest(request),
    payments: payments.map(presentOrderPayment),
  }
  return amountsOf({ ...order, ...money }, formatMoney)
}

function messageOf(order: OrderRow, { received, missing, surplus }: ReturnType<typeof amountsOf>, isEnough: boolean) {
  const number = `#${orderNumber(order.id)}`
  if (isClosed(order)) {
    return { type: 'warning' as const, message: lateMessage(received, order), email: 'order_late' as const }
  }
  if (!isEnough && order.received < order.total && order.paymentStatus === 'paid') {
    return {
      type: 'warning' as const,
      message: `${received} has arrived for order ${number}. ${missing} is missing: please send the rest.`,
      email: 'order_short' as const,
    }
  }
  if (surplusOf(order) > 0) {
    return {
      type: 'info' as const,
      message: `${received} has arrived for order ${number}, ${surplus} more than its total. We’ll send that back to you.`,
      email: 'order_over' as const,
    }
  }
  return {
    type: 'success' as const,
    message: `${received} has arrived for order ${number}: it is paid in full.`,
    email: null,
  }
}
