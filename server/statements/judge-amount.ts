import { formatAmount, formatUnits } from '../../shared/payments/amounts.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { PaymentStatus } from '../../shared/orders/schema.ts'
import type { LineState } from '../../shared/statements/staff-schema.ts'
import type { ParsedLine } from './format.ts'

/** An order that a line may pay. */
export type MatchOrder = {
  id: string
  reference: string
  paymentStatus: PaymentStatus
  /** What it was asked for by the statement's method, less what has arrived, in hundredths. */
  due: bigint
  /** How much less is accepted, in hundredths. */
  tolerance: bigint
  currency: string
  /** Its customer asked how to pay this way; for others, what is due is only what such a transfer would have been. */
  isThisMethod: boolean
  firstName: string
  lastName: string
}

/** What an amount means for an order that a line names, or that staff chose. */
export function judgeAmount(
  line: Pick<ParsedLine, 'currency'>,
  amount: bigint,
  order: MatchOrder,
  isPaid: boolean,
): { state: LineState; text: string } {
  const [arrived, requested] = [money(amount, line.currency), money(order.due, order.currency)]
  if (order.paymentStatus === 'cancelled' || order.paymentStatus === 'failed') {
    const end = order.paymentStatus === 'failed' ? 'rejected' : 'closed'
    return { state: 'late', text: `${arrived}, but order #${orderNumber(order.id)} was ${end} before` }
  }
  if (order.paymentStatus !== 'paid' && order.paymentStatus !== 'pending') {
    return {
      state: 'second',
      text: `${arrived}, but order #${orderNumber(order.id)} is already ${order.paymentStatus}`,
    }
  }
  if (isPaid)
    return {
      state: 'second',
      text: `${arrived}, but another line of this statement pays order #${orderNumber(order.id)}`,
    }
  if (order.currency !== line.currency)
    return { state: 'unmatched', text: `${arrived}, but ${requested} was requested` }
  if (amount === order.due) return { state: 'sure', text: `${arrived} as requested` }
  if (amount > order.due)
    return { state: 'over', text: `${arrived}, ${money(amount - order.due, order.currency)} more than requested` }
  const missing = order.due - amount
  return missing <= order.tolerance
    ? {
        state: 'likely',
        text: `${arrived} of ${requested}, ${money(missing, order.currency)} less is within the tolerance`,
      }
    : { state: 'short', text: `${arrived} of ${requested}, ${money(missing, order.currency)} is missing` }
}

export const money = (amount: bigint, currency: string) =>
  formatAmount(formatUnits(amount, 2), currency).replaceAll('\u00a0', ' ')
