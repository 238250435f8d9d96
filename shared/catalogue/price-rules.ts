import { portion } from '../money.ts'
import type { PriceChange } from './prices-schema.ts'
import { maxPriceCents } from './staff-schema.ts'

type Prices = { price: number; originalPrice: number | null }

/**
 * An item's prices after a change, in cents. An old price is dropped when the new price reaches it.
 * @returns the prices, and why they are impossible, if they are
 */
export function newPrices({ price, originalPrice }: Prices, change: PriceChange): Prices & { problem: string | null } {
  const newPrice = round(changed(price, change), change.rounding)
  const oldPrice = { keep: originalPrice, before: newPrice === price ? originalPrice : price, remove: null }[
    change.oldPrice
  ]
  return {
    price: newPrice,
    originalPrice: oldPrice !== null && oldPrice > newPrice ? oldPrice : null,
    problem: problemWith(newPrice),
  }
}

function changed(price: number, { kind, value }: PriceChange): number {
  if (kind === 'set') return value
  return price + (kind === 'amount' ? value : Math.sign(value) * portion(price, Math.abs(value)))
}

/** Prices are whole cents; rounding never makes one free. */
function round(cents: number, rounding: PriceChange['rounding']): number {
  if (rounding === 'cent' || cents <= 0) return cents
  const dollars = Math.round((rounding === '99' ? cents + 1 : cents) / 100)
  return Math.max(dollars, 1) * 100 - (rounding === '99' ? 1 : 0)
}

function problemWith(price: number): string | null {
  if (price < 1) return 'The price would not be above $0'
  return price > maxPriceCents ? 'The price would be above $100,000' : null
}
