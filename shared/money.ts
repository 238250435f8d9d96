/** All arithmetic on money. Amounts are integer cents of US dollars. */
import { formatCount } from './format-count.ts'

export const currencies = ['USD', 'INR', 'LKR'] as const
export type Currency = (typeof currencies)[number]

/** Units of each currency per US dollar, and its symbol (docs/rules.md, Money). */
export const rates: Record<Currency, { rate: number; symbol: string }> = {
  USD: { rate: 1, symbol: '$' },
  INR: { rate: 89, symbol: '₹' },
  LKR: { rate: 305, symbol: 'Rs\u00a0' },
}

/** The processing fee shown in the cart: 4 %. Orders have none (docs/rules.md, Money). */
export const cartFeeBasisPoints = 400

/** A share of `cents` in basis points (hundredths of a percent), rounded half up. */
export const portion = (cents: number, basisPoints: number) => Math.round((cents * basisPoints) / 10_000)

/** An amount for display: `$12.99`, `Rs 3,961.95`, `₹1,156.11`. It never breaks across lines. */
export function formatMoney(cents: number, currency: Currency = 'USD'): string {
  const { rate, symbol } = rates[currency]
  const hundredths = Math.round(Math.abs(cents) * rate)
  const [whole, fraction] = [Math.floor(hundredths / 100), hundredths % 100]
  return `${cents < 0 ? '−' : ''}${symbol}${formatCount(whole)}.${String(fraction).padStart(2, '0')}`
}

/** The amount of a bank transfer: whole rupees, rounded once (docs/rules.md, Money). */
export const wholeRupees = (cents: number) => Math.round((cents * rates.LKR.rate) / 100)
export const formatRupees = (cents: number) => `${rates.LKR.symbol}${formatCount(wholeRupees(cents))}`

/** Cents from an amount entered in `currency`, as in a price filter. */
export const fromCurrency = (amount: number, currency: Currency) => Math.round((amount * 100) / rates[currency].rate)
/** An amount in `currency`, with at most 2 decimals. */
export const inCurrency = (cents: number, currency: Currency) => Math.round(cents * rates[currency].rate) / 100

/** How far a price is below the original one, in whole percent; 0 when it isn't. */
export const discountPercent = (price: number, oldPrice: number | null) =>
  oldPrice !== null && oldPrice > price ? Math.round(((oldPrice - price) / oldPrice) * 100) : 0

/** Points earned by an order: 1 for each whole dollar. */
export const pointsFor = (totalCents: number) => Math.floor(totalCents / 100)
/** Points earned by the referrer: a tenth of the order total. */
export const referralPointsFor = (totalCents: number) => Math.floor(totalCents / 1000)
