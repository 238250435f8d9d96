import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  currencies,
  discountPercent,
  formatMoney,
  formatRupees,
  fromCurrency,
  inCurrency,
  pointsFor,
  portion,
  rates,
  referralPointsFor,
  wholeRupees,
} from '../../shared/money.ts'

const cents = fc.integer({ min: 0, max: 100_000_000_000 })
const currency = fc.constantFrom(...currencies)
/** `numerator / denominator` rounded half up, without floating point. */
const roundHalfUp = (numerator: bigint, denominator: bigint) =>
  Number((2n * numerator + denominator) / (2n * denominator))

describe('formatMoney', () => {
  it.each([
    [0, 'USD', '$0.00'],
    [5, 'USD', '$0.05'],
    [1299, 'USD', '$12.99'],
    [123456789, 'USD', '$1,234,567.89'],
    [100000, 'USD', '$1,000.00'],
    [-250, 'USD', '−$2.50'],
    [1299, 'LKR', 'Rs\u00a03,961.95'],
    [1, 'LKR', 'Rs\u00a03.05'],
    [1299, 'INR', '₹1,156.11'],
    [1, 'INR', '₹0.89'],
  ] as const)('formats %i cents in %s as %s', (amount, unit, text) => {
    expect(formatMoney(amount, unit)).toBe(text)
  })

  it('converts every amount exactly', () => {
    fc.assert(
      fc.property(cents, currency, (amount, unit) => {
        const digits = formatMoney(amount, unit).replace(/\D/g, '')
        expect(BigInt(digits)).toBe(BigInt(amount) * BigInt(rates[unit].rate))
      }),
    )
  })
})

describe('wholeRupees', () => {
  it.each([
    [0, 0],
    [1, 3],
    [50, 153],
    [1299, 3962],
  ])('converts %i cents to %i rupees', (amount, rupees) => {
    expect(wholeRupees(amount)).toBe(rupees)
  })

  it('rounds once, half up, and is formatted without decimals', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(wholeRupees(amount)).toBe(roundHalfUp(BigInt(amount) * 305n, 100n))
        expect(formatRupees(amount)).toMatch(/^Rs\u00a0\d{1,3}(,\d{3})*$/)
      }),
    )
  })
})

describe('fromCurrency', () => {
  it('returns the cents that inCurrency converted', () => {
    fc.assert(
      fc.property(cents, currency, (amount, unit) => {
        expect(fromCurrency(inCurrency(amount, unit), unit)).toBe(amount)
      }),
    )
  })
})

describe('portion', () => {
  it.each([
    [50, 100, 1],
    [49, 100, 0],
    [3098, 1000, 310],
    [1234, 400, 49],
  ])('of %i cents at %i basis points is %i', (amount, basisPoints, part) => {
    expect(portion(amount, basisPoints)).toBe(part)
  })

  it('rounds half up to a whole cent', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 20_000 }), (amount, basisPoints) => {
        expect(portion(amount, basisPoints)).toBe(roundHalfUp(BigInt(amount) * BigInt(basisPoints), 10_000n))
      }),
    )
  })
})

it.each([
  [1000, null, 0],
  [1000, 1000, 0],
  [1000, 900, 0],
  [500, 1000, 50],
  [667, 1000, 33],
  [0, 1000, 100],
])('discountPercent of a price of %i, originally %s, is %i', (price, originalPrice, percent) => {
  expect(discountPercent(price, originalPrice)).toBe(percent)
})

it.each([
  [0, 0, 0],
  [99, 0, 0],
  [100, 1, 0],
  [2788, 27, 2],
  [1000, 10, 1],
])('an order of %i cents earns %i points, and its referrer %i', (total, points, referrer) => {
  expect(pointsFor(total)).toBe(points)
  expect(referralPointsFor(total)).toBe(referrer)
})
