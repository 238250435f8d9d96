import { type Currency, fromCurrency, inCurrency } from '../../shared/money.ts'

/** The text of a price field: the roundest amount that converts to the same cents. */
export function formatPriceInput(cents: number | undefined, currency: Currency): string {
  if (cents === undefined) return ''
  const exact = inCurrency(cents, currency)
  for (const step of [1000, 100, 50, 10, 5, 1, 0.5, 0.1]) {
    const rounded = Number((Math.round(exact / step) * step).toFixed(2))
    if (fromCurrency(rounded, currency) === cents) return String(rounded)
  }
  return String(exact)
}

/** The cents of a typed amount; undefined for an empty field, null for an invalid amount. */
export function parsePrice(text: string, currency: Currency): number | undefined | null {
  const digits = text.replaceAll(/[,\s]/g, '')
  if (digits === '') return undefined
  if (!/^\d{1,9}(\.\d{0,2})?$|^\.\d{1,2}$/.test(digits)) return null
  return fromCurrency(Number(digits), currency)
}
