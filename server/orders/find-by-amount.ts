import { and, eq, or } from 'drizzle-orm'
import { orders, paymentRequests } from '../../drizzle/schema.ts'
import { rates } from '../../shared/money.ts'
import { decimalsOf, isDollar, parseUnits, type PaymentCurrency } from '../../shared/payments/amounts.ts'
import { networks, tokens } from '../../shared/payments/schema.ts'
import type { SearchPart } from '../db/text-search.ts'

type Amount = { amount: string; currency: PaymentCurrency | null }

/** What orders ask for: a token without a rate is asked for by its value in dollars. */
const currencies: readonly PaymentCurrency[] = ['USD', 'LKR', ...tokens.filter(isDollar)]
const unitDecimals = [
  ...new Set(currencies.flatMap((currency) => [null, ...networks].map((network) => decimalsOf(currency, network)))),
]

/** An amount as it is typed or copied, with or without its currency: `5334`, `Rs 5,334.00`, `$59.97`, `24.3712 USDT`. */
export function parseAmount(text: string): Amount | null {
  const match = /^([^\d.,]*)(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,18})?([^\d.,]*)$/.exec(text.trim().toUpperCase())
  if (!match) return null
  const [, before = '', whole = '', fraction = '', after = ''] = match
  const amount = whole.replaceAll(',', '') + fraction.replace(/\.?0+$/, '')
  const name = (before + after).trim()
  if (name === '') return { amount, currency: null }
  const currency = currencies.find((code) => name === code || name === symbolOf(code))
  return currency ? { amount, currency } : null
}

const symbolOf = (code: PaymentCurrency) =>
  code === 'USD' || code === 'LKR' ? rates[code].symbol.trim().toUpperCase() : undefined

/** The parts of a search for orders that asked for an amount, in its currency or else in any, or come to it in dollars. */
export function ordersOfAmount({ amount, currency }: Amount): SearchPart[] {
  const ofUnit = unitDecimals.flatMap((decimals) => {
    const units = parseUnits(amount, decimals)
    return units === null ? [] : and(eq(paymentRequests.amount, String(units)), eq(paymentRequests.decimals, decimals))
  })
  const asked: SearchPart = {
    index: { table: paymentRequests, column: paymentRequests.amount },
    texts: [],
    and: and(or(...ofUnit), currency === null ? undefined : eq(paymentRequests.currency, currency))!,
    key: paymentRequests.orderId,
    listKey: orders.id,
  }
  const cents = currency === null || currency === 'USD' ? parseUnits(amount, decimalsOf('USD')) : null
  if (cents === null) return [asked]
  const total: SearchPart = {
    index: { table: orders, column: orders.total },
    texts: [],
    and: eq(orders.total, Number(cents)),
    key: orders.id,
    listKey: orders.id,
  }
  return [asked, total]
}
