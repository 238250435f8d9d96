import { rates, wholeRupees } from '../money.ts'
import { chains } from './wallet-link.ts'
import type { Network, PaymentMethod, Token } from './schema.ts'

/**
 * What can arrive. Amounts are counted in the currency's smallest unit, as text: a token with 18 decimals has more
 * digits than a number holds.
 */
export const paymentCurrencies = ['USD', 'LKR', 'INR', 'USDT', 'USDC', 'ETH', 'BNB', 'MATIC'] as const
export type PaymentCurrency = (typeof paymentCurrencies)[number]

/** Tokens that count as dollars. */
export const isDollar = (token: Token): token is 'USDT' | 'USDC' => token === 'USDT' || token === 'USDC'

const cashDecimals = 2
const coinDecimals = 18

/** The decimals of a currency's smallest unit: of a dollar token by its contract on a network. */
export function decimalsOf(currency: PaymentCurrency, network: Network | null = null): number {
  if (currency === 'USD' || currency === 'LKR' || currency === 'INR') return cashDecimals
  if (currency === 'USDT' || currency === 'USDC') {
    return ((network && chains[network].contracts[currency]) ?? chains.ERC20.contracts[currency]!).decimals
  }
  return coinDecimals
}

/** The currency in which a method is paid: rupees by bank, a dollar token as itself, anything else by its dollar value. */
export function currencyOf(method: PaymentMethod, token: Token | null): PaymentCurrency {
  if (method === 'bank') return 'LKR'
  if (method === 'binance') return 'USDT'
  return token !== null && isDollar(token) ? token : 'USD'
}

/** Units of a currency per dollar; null if it has no fixed rate here. */
export function rateOf(currency: PaymentCurrency): number | null {
  if (currency === 'LKR' || currency === 'INR' || currency === 'USD') return rates[currency].rate
  return currency === 'USDT' || currency === 'USDC' ? 1 : null
}

/** Cents as a count of a currency's smallest unit, at a rate. */
export const unitsOf = (cents: number, decimals: number, rate = 1): bigint =>
  (BigInt(cents) * BigInt(rate) * 10n ** BigInt(decimals)) / 100n

/** What a count of units is worth in cents at a rate, rounded down. */
export const centsOf = (units: bigint, decimals: number, rate: number): number =>
  Number((units * 100n) / (BigInt(rate) * 10n ** BigInt(decimals)))

/** What a method asks for a total, as a decimal number: whole rupees by bank, else dollars or as many tokens. */
export const amountDue = (method: PaymentMethod, cents: number): string =>
  method === 'bank' ? String(wholeRupees(cents)) : formatUnits(BigInt(cents), cashDecimals)

/** A count of units as a decimal number: `7432.5`, without trailing zeros. */
export function formatUnits(units: string | bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** A decimal number as a count of units; null if it isn't one, or has more decimals than the unit. */
export function parseUnits(text: string, decimals: number): bigint | null {
  const match = /^(\d{1,20})(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const [, whole, fraction = ''] = match
  return fraction.length > decimals ? null : BigInt(whole! + fraction.padEnd(decimals, '0'))
}

type Amount = { amount: string; currency: string }

/** What decimal numbers add up to in each currency, exactly. */
export function addUp(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + (parseUnits(amount, coinDecimals) ?? 0n))
  }
  return [...sums].map(([currency, units]) => ({ amount: formatUnits(units, coinDecimals), currency }))
}

/** A decimal number with its currency, for display: `Rs 7,432`, `24.3712 USDT`. It never breaks across lines. */
export function formatAmount(amount: string, currency: string): string {
  const [whole, fraction = ''] = amount.split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  // Rupees are whole as asked for; anything else has at least cents.
  const isWhole = fraction === '' && (currency === 'LKR' || currency === 'INR')
  const text = isWhole ? grouped : `${grouped}.${fraction.padEnd(cashDecimals, '0')}`
  const isCash = currency === 'USD' || currency === 'LKR' || currency === 'INR'
  return isCash ? `${rates[currency].symbol}${text}` : `${text}\u00a0${currency}`
}
