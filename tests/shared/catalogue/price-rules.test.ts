import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newPrices } from '../../../shared/catalogue/price-rules.ts'
import {
  oldPriceRules,
  type PriceChange,
  priceChangeKinds,
  priceRoundings,
} from '../../../shared/catalogue/prices-schema.ts'

const change = (fields: Partial<PriceChange>): PriceChange => ({
  kind: 'set',
  value: 1000,
  rounding: 'cent',
  oldPrice: 'keep',
  ...fields,
})
const priceAfter = (price: number, fields: Partial<PriceChange>) =>
  newPrices({ price, originalPrice: null }, change(fields)).price

it.each([
  [1299, { kind: 'set', value: 999 }, 999],
  [1299, { kind: 'percent', value: 500 }, 1364],
  [1299, { kind: 'percent', value: -1000 }, 1169],
  [1299, { kind: 'amount', value: 200 }, 1499],
  [1299, { kind: 'amount', value: -300 }, 999],
  [1299, { kind: 'percent', value: 500, rounding: 'dollar' }, 1400],
  [1299, { kind: 'percent', value: 500, rounding: '99' }, 1399],
  [1299, { kind: 'amount', value: 51, rounding: '99' }, 1399],
  [10, { kind: 'amount', value: 1, rounding: 'dollar' }, 100],
  [10, { kind: 'amount', value: 1, rounding: '99' }, 99],
] as const)('%i with %j becomes %i', (price, fields, expected) => {
  expect(priceAfter(price, fields)).toBe(expected)
})

describe('the old price', () => {
  const after = (originalPrice: number | null, fields: Partial<PriceChange>) =>
    newPrices({ price: 1000, originalPrice }, change(fields)).originalPrice

  it('is kept while it is above the new price', () => {
    expect(after(2000, { value: 1999 })).toBe(2000)
    expect(after(2000, { value: 2000 })).toBeNull()
  })
  it('becomes the price of before if asked, unless that is no longer higher', () => {
    expect(after(null, { value: 900, oldPrice: 'before' })).toBe(1000)
    expect(after(2000, { value: 900, oldPrice: 'before' })).toBe(1000)
    expect(after(null, { value: 1100, oldPrice: 'before' })).toBeNull()
    expect(after(2000, { value: 1000, oldPrice: 'before' }), 'the price stays').toBe(2000)
  })
  it('is removed if asked', () => {
    expect(after(2000, { value: 900, oldPrice: 'remove' })).toBeNull()
  })
})

it('names prices that are impossible', () => {
  const problemOf = (fields: Partial<PriceChange>) =>
    newPrices({ price: 1000, originalPrice: null }, change(fields)).problem
  expect(problemOf({ kind: 'amount', value: -1000 })).toBe('The price would not be above $0')
  expect(problemOf({ kind: 'percent', value: -20_000, rounding: 'dollar' })).toBe('The price would not be above $0')
  expect(problemOf({ kind: 'set', value: 10_000_001 })).toBe('The price would be above $100,000')
  expect(problemOf({ kind: 'set', value: 10_000_000 })).toBeNull()
})

it('gives whole cents, the ending that was chosen, and an old price above the price or none', () => {
  const anyChange = fc.record({
    kind: fc.constantFrom(...priceChangeKinds),
    value: fc.integer({ min: -20_000, max: 20_000 }),
    rounding: fc.constantFrom(...priceRoundings),
    oldPrice: fc.constantFrom(...oldPriceRules),
  })
  const cents = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(cents, fc.option(cents), anyChange, (price, originalPrice, fields) => {
      const next = newPrices({ price, originalPrice }, fields)
      expect(Number.isInteger(next.price)).toBe(true)
      if (next.originalPrice !== null) expect(next.originalPrice).toBeGreaterThan(next.price)
      if (next.problem !== null) return
      if (fields.rounding === 'dollar') expect(next.price % 100).toBe(0)
      if (fields.rounding === '99') expect(next.price % 100).toBe(99)
    }),
  )
})
