import { type Currency, inCurrency, rates } from '../../shared/money.ts'

/** The round amount, in units of the currency, that the highest column stays below. */
export function topOf(cents: readonly number[], currency: Currency): number {
  const most = Math.max(0, ...cents.map((one) => inCurrency(one, currency)))
  if (most === 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(most))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * magnitude >= most)! * magnitude
}

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** An amount for where there is little room: `184`, `3.9K`. */
export const shortAmount = (amount: number) => short.format(amount >= 100 ? Math.round(amount) : amount)

/** The same with its currency: `$200`, `Rs 60K`. */
export const shortMoney = (amount: number, currency: Currency) => rates[currency].symbol + shortAmount(amount)

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Of `2026-11`: 'Nov', and 'Nov 2026'. */
export function namesOf(month: string) {
  const [year, number] = month.split('-')
  const short = names[Number(number) - 1]!
  return { short, full: `${short} ${year}` }
}
