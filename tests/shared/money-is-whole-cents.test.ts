import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartTotals } from '../../shared/cart.ts'
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
/** `top / bottom` rounded half up, without a float in between. */
const halfUp = (top: bigint, bottom: bigint) => Number((2n * top + bottom) / (2n * bottom))

test.each([
  [0, 'USD', '$0.00'],
  [5, 'USD', '$0.05'],
  [1299, 'USD', '$12.99'],
  [123456789, 'USD', '$1,234,567.89'],
  [100000, 'USD', '$1,000.00'],
  [-250, 'USD', '−$2.50'],
  [1299, 'LKR', 'Rs 3,961.95'],
  [1, 'LKR', 'Rs 3.05'],
  [1299, 'INR', '₹1,156.11'],
  [1, 'INR', '₹0.89'],
] as const)('%i cents in %s read %s', (amount, unit, text) => {
  expect(formatMoney(amount, unit)).toBe(text)
})

test('every amount reads as exactly itself at the rate', () => {
  fc.assert(
    fc.property(cents, currency, (amount, unit) => {
      const digits = formatMoney(amount, unit).replace(/\D/g, '')
      expect(BigInt(digits)).toBe(BigInt(amount) * BigInt(rates[unit].rate))
    }),
  )
})

test.each([
  [0, 0],
  [1, 3],
  [50, 153],
  [1299, 3962],
])('%i cents are %i whole rupees', (amount, rupees) => {
  expect(wholeRupees(amount)).toBe(rupees)
})

test('rupees are rounded once, half up, and written without a fraction', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(wholeRupees(amount)).toBe(halfUp(BigInt(amount) * 305n, 100n))
      expect(formatRupees(amount)).toMatch(/^Rs \d{1,3}(,\d{3})*$/)
    }),
  )
})

test('a price shown in a currency and typed back is the same price', () => {
  fc.assert(
    fc.property(cents, currency, (amount, unit) => {
      expect(fromCurrency(inCurrency(amount, unit), unit)).toBe(amount)
    }),
  )
})

test.each([
  [50, 100, 1],
  [49, 100, 0],
  [3098, 1000, 310],
  [1234, 400, 49],
])('%i cents at %i hundredths of a percent are %i', (amount, hundredths, part) => {
  expect(portion(amount, hundredths)).toBe(part)
})

test('a portion is rounded half up to a whole cent', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 20_000 }), (amount, hundredths) => {
      expect(portion(amount, hundredths)).toBe(halfUp(BigInt(amount) * BigInt(hundredths), 10_000n))
    }),
  )
})

test.each([
  [1000, null, 0],
  [1000, 1000, 0],
  [1000, 900, 0],
  [500, 1000, 50],
  [667, 1000, 33],
  [0, 1000, 100],
])('a price of %i against %s is %i%% off', (price, oldPrice, percent) => {
  expect(discountPercent(price, oldPrice)).toBe(percent)
})

test.each([
  [0, 0, 0],
  [99, 0, 0],
  [100, 1, 0],
  [2788, 27, 2],
  [1000, 10, 1],
])('%i cents earn %i points and their referrer %i', (total, points, referrer) => {
  expect(pointsFor(total)).toBe(points)
  expect(referralPointsFor(total)).toBe(referrer)
})

test('a cart adds 4 % and comes to the sum of its parts', () => {
  expect(cartTotals([])).toEqual({ subtotal: 0, fees: 0, total: 0 })
  expect(cartTotals([{ item: { price: 1299 }, count: 2 }])).toEqual({ subtotal: 2598, fees: 104, total: 2702 })
  const lines = fc.array(
    fc.record({ item: fc.record({ price: fc.nat(1_000_000) }), count: fc.integer({ min: 1, max: 9999 }) }),
  )
  fc.assert(
    fc.property(lines, (some) => {
      const { subtotal, fees, total } = cartTotals(some)
      expect(total).toBe(subtotal + fees)
      expect([subtotal, fees].every(Number.isSafeInteger)).toBe(true)
    }),
  )
})
