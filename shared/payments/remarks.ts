import { formatMoney } from '../money.ts'
import type { OrderPayment, RequestSummary } from './ledger-schema.ts'

type Money = {
  total: number
  request: RequestSummary | null
  rest: RequestSummary | null
  payments: readonly OrderPayment[]
}

/** What is unusual about one of an order's payments, in words for both sides; null if nothing is. */
export function remarkOn(
  order: Money,
  payment: OrderPayment,
  money: (cents: number) => string = formatMoney,
): string | null {
  if (payment.state === 'gone') return 'This transfer is no longer on its chain, so it doesn’t count.'
  if (payment.state !== 'final') return null
  const before = order.payments
    .slice(0, order.payments.indexOf(payment))
    .reduce((sum, { state, counted }) => sum + (state === 'final' ? counted : 0), 0)
  if (before >= order.total) return 'The order was already paid, so this payment will be sent back.'
  const currencies = [order.request, order.rest].flatMap((request) => request?.currency ?? [])
  // A token without a rate is asked for by its value in dollars.
  if (
    currencies.length === 0 ||
    currencies.includes(payment.currency) ||
    currencies.includes('USD') ||
    payment.currency === 'USD'
  ) {
    return null
  }
  return `${currencies[0]} was asked for, and ${payment.currency} arrived. It counts as ${money(payment.counted)}.`
}
