/** The only money arithmetic of the store. Amounts are whole cents of USD. */

export const currencies = ['USD', 'INR', 'LKR'] as const
export type Currency = (typeof currencies)[number]

/** Units of each currency for a dollar, and how it is written (SPEC.md §9). */
export const rates: Record<Currency, { rate: number; symbol: string }> = {
  USD: { rate: 1, symbol: '$' },
  INR: { rate: 89, symbol: '₹' },
  LKR: { rate: 305, symbol: 'Rs ' },
}

/** The cart's processing fee in hundredths of a percent: 4 % (SPEC.md §9). Orders have none. */
export const cartFee = 400

/** `hundredths` of a percent of `cents`, rounded half up. */
export const portion = (cents: number, hundredths: number) => Math.round((cents * hundredths) / 10_000)

const grouped = (fixed: string) => fixed.replace(/\B(?=(\d{3})+(?!\d))/g, ',')

/** An amount as people read it: `$12.99`, `Rs 3,961.95`, `₹1,156.11`. */
export function formatMoney(cents: number, currency: Currency = 'USD'): string {
  const { rate, symbol } = rates[currency]
  const hundredths = Math.round(Math.abs(cents) * rate)
  const [whole, rest] = [Math.floor(hundredths / 100), hundredths % 100]
  return `${cents < 0 ? '−' : ''}${symbol}${grouped(String(whole))}.${String(rest).padStart(2, '0')}`
}

/** What is transferred to the bank: whole rupees, rounded once (SPEC.md §9). */
export const wholeRupees = (cents: number) => Math.round((cents * rates.LKR.rate) / 100)
export const formatRupees = (cents: number) => `Rs ${grouped(String(wholeRupees(cents)))}`

/** A price filter: cents from what was typed in the chosen currency, and back. */
export const fromCurrency = (amount: number, currency: Currency) => Math.round((amount * 100) / rates[currency].rate)
export const inCurrency = (cents: number, currency: Currency) => Math.round(cents * rates[currency].rate) / 100

/** By how much a price is below the list price, in whole percent; 0 when it is not (SPEC.md §3). */
export const discountPercent = (price: number, oldPrice: number | null) =>
  oldPrice !== null && oldPrice > price ? Math.round(((oldPrice - price) / oldPrice) * 100) : 0

/** One point for each whole dollar. */
export const pointsFor = (totalCents: number) => Math.floor(totalCents / 100)
/** A tenth of the total, in points. */
export const referralPointsFor = (totalCents: number) => Math.floor(totalCents / 1000)
