import { formatRupees } from '../money.ts'
import { surplusOf } from '../orders/rules.ts'
import { decimalsOf, formatAmount, formatUnits, parseUnits } from './amounts.ts'
import type { OrderPayment, RequestSummary } from './ledger-schema.ts'

type Money = {
  total: number
  received: number
  /** What is missing of the total while the order waits for its payment. */
  missing: number
  refunded: number
  request: Pick<RequestSummary, 'currency' | 'amount'> | null
  payments: readonly Pick<OrderPayment, 'currency' | 'amount' | 'counted' | 'state'>[]
}
/** How other money than bank transfers is shown: in dollars for staff and in messages, else in the customer's currency. */
export type FormatMoney = (cents: number) => string
type OrderAmounts = Record<'received' | 'total' | 'missing' | 'surplus' | 'refunded' | 'onItsWay', string>

/**
 * An order's money as it was sent, and as the account's statement has it: of bank transfers the rupees, which are whole
 * and would be off by one if they were converted back; of anything else its value.
 */
export function amountsOf(order: Money, money: FormatMoney): OrderAmounts {
  const rupees = rupeesOf(order)
  if (!rupees) return valuesOf(order, money)
  const format = (paise: bigint) => formatAmount(formatUnits(paise, decimalsOf('LKR')), 'LKR')
  return {
    received: format(rupees.received),
    total: format(rupees.total),
    missing: format(rupees.total - rupees.received),
    surplus: order.refunded > 0 ? formatRupees(surplusOf(order)) : format(rupees.received - rupees.total),
    refunded: formatRupees(order.refunded),
    onItsWay: formatRupees(centsOnTheirWay(order)),
  }
}

/** What has arrived for an order, in the one currency that it came in ('24.3712 USDT'), or else by its value. */
export function receivedAmount(order: Money, money: FormatMoney): string {
  const final = order.payments.filter(({ state }) => state === 'final')
  const currencies = new Set(final.map(({ currency }) => currency))
  const [currency] = currencies
  if (currencies.size !== 1 || !isToken(currency)) return amountsOf(order, money).received
  const units = final.reduce((sum, { amount }) => sum + (parseUnits(amount, maxDecimals) ?? 0n), 0n)
  return formatAmount(formatUnits(units, maxDecimals), currency)
}

/** Of any token, on any network. */
const maxDecimals = 18
const isToken = (currency: string | undefined): currency is string =>
  currency !== undefined && currency !== 'USD' && currency !== 'LKR' && currency !== 'INR'

/** An order's money by its value. */
const valuesOf = (order: Money, money: FormatMoney): OrderAmounts => ({
  received: money(order.received),
  total: money(order.total),
  missing: money(order.missing),
  surplus: money(surplusOf(order)),
  refunded: money(order.refunded),
  onItsWay: money(centsOnTheirWay(order)),
})

/** What was asked for and what arrived, in hundredths of a rupee; null if either was in another currency. */
function rupeesOf({ request, payments }: Money): { total: bigint; received: bigint } | null {
  if (request?.currency !== 'LKR' || payments.filter(hasArrived).some(({ currency }) => currency !== 'LKR')) return null
  const paise = (amount: string) => parseUnits(amount, decimalsOf('LKR')) ?? 0n
  const received = payments
    .filter(({ state }) => state === 'final')
    .reduce((sum, { amount }) => sum + paise(amount), 0n)
  return { total: paise(request.amount), received }
}

/** What transfers that don't count yet are worth. */
const centsOnTheirWay = ({ payments }: Money) =>
  payments.filter(isUnconfirmed).reduce((sum, { counted }) => sum + counted, 0)

/** Whether a transfer was seen that doesn't count yet. */
export const isUnconfirmed = ({ state }: Pick<OrderPayment, 'state'>) => state === 'seen' || state === 'confirming'

/** Whether a transfer has arrived, or is about to. */
export const hasArrived = ({ state }: Pick<OrderPayment, 'state'>) => state !== 'gone' && state !== 'dismissed'
