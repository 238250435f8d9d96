import { type Currency, inCurrency, rates } from '../../shared/money.ts'

/** The top of the scale: a round amount in units of the currency, at or above the highest column. */
export function scaleMaxOf(cents: readonly number[], currency: Currency): number {
  const highest = Math.max(0, ...cents.map((amount) => inCurrency(amount, currency)))
  if (highest === 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(highest))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * magnitude >= highest)! * magnitude
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** An amount in few characters: `184`, `3.9K`. */
export const shortAmount = (amount: number) => compact.format(amount >= 100 ? Math.round(amount) : amount)

/** The same with its currency: `$200`, `Rs 60K`. */
export const shortMoney = (amount: number, currency: Currency) => rates[currency].symbol + shortAmount(amount)

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2026-11` as 'Nov' and 'Nov 2026'. */
export function formatMonth(month: string) {
  const [year, number] = month.split('-')
  const short = names[Number(number) - 1]!
  return { short, full: `${short} ${year}` }
}
