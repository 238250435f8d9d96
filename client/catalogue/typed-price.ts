import { type Currency, fromCurrency, inCurrency } from '../../shared/money.ts'

/** What a price filter shows in its field: the roundest amount that means the same cents. */
export function priceText(cents: number | undefined, currency: Currency): string {
  if (cents === undefined) return ''
  const exact = inCurrency(cents, currency)
  for (const step of [1000, 100, 50, 10, 5, 1, 0.5, 0.1]) {
    const round = Number((Math.round(exact / step) * step).toFixed(2))
    if (fromCurrency(round, currency) === cents) return String(round)
  }
  return String(exact)
}

/** Cents from what was typed; undefined for nothing, null for what is no amount. */
export function readPrice(text: string, currency: Currency): number | undefined | null {
  const plain = text.replaceAll(/[,\s]/g, '')
  if (plain === '') return undefined
  if (!/^\d{1,9}(\.\d{0,2})?$|^\.\d{1,2}$/.test(plain)) return null
  return fromCurrency(Number(plain), currency)
}
