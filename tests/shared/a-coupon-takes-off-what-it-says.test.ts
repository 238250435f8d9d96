import fc from 'fast-check'
import { expect, test } from 'vitest'
import { couponCode, discountOf } from '../../shared/coupons.ts'

type Terms = Parameters<typeof discountOf>[0]
type Line = Parameters<typeof discountOf>[1][number]

const net: Line = { item: 'net', category: 'streaming', price: 1299, quantity: 2 }
const cloud: Line = { item: 'cloud', category: 'storage', price: 500, quantity: 1 }
const spot: Line = { item: 'spot', category: 'streaming', price: 333, quantity: 3 }
const percent = (amount: number, only: Partial<Terms> = {}): Terms => ({
  type: 'Percentage',
  amount: amount * 100,
  validItem: null,
  validCategory: null,
  ...only,
})
const fixed = (amount: number, only: Partial<Terms> = {}): Terms => ({ ...percent(amount, only), type: 'Fixed' })

test.each<[string, Terms, Line[], number]>([
  ['a percentage of the whole order', percent(10), [net, cloud], 310],
  ['a percentage with its fraction', percent(12.5), [cloud], 63],
  ['all of the order at 100 %', percent(100), [net, cloud], 3098],
  ['no more than the order above 100 %', percent(150), [cloud], 500],
  ['a fixed amount of the whole order', fixed(5), [net, cloud], 500],
  ['a fixed amount capped at the total', fixed(50), [cloud], 500],
  ['a percentage of the line of its item', percent(10, { validItem: 'net' }), [net, cloud], 260],
  ['a fixed amount of its item', fixed(5, { validItem: 'net' }), [net, cloud], 500],
  ['a fixed amount capped at the unit price of its item', fixed(20, { validItem: 'net' }), [net, cloud], 1299],
  ['a percentage of the lines in its category', percent(10, { validCategory: 'streaming' }), [net, spot, cloud], 360],
  ['a fixed amount of its category', fixed(30, { validCategory: 'streaming' }), [net, spot, cloud], 3000],
  ['a fixed amount capped at the sum of its category', fixed(99, { validCategory: 'storage' }), [net, cloud], 500],
  ['nothing without its item', percent(10, { validItem: 'other' }), [net], 0],
  ['nothing, when it is fixed, without its item', fixed(5, { validItem: 'other' }), [net], 0],
  ['nothing without its category', fixed(5, { validCategory: 'storage' }), [net], 0],
  ['nothing of a category that comes to nothing', fixed(5, { validCategory: 'storage' }), [{ ...cloud, price: 0 }], 0],
  ['nothing when its amount is 0', percent(0), [net], 0],
  ['nothing when its amount is below 0', fixed(-5), [net], 0],
  ['nothing of nothing', percent(10), [], 0],
])('takes off %s', (_, coupon, lines, discount) => {
  expect(discountOf(coupon, lines)).toBe(discount)
})

const some = fc.constantFrom('a', 'b', 'c')
const line = fc.record({
  item: some,
  category: some,
  price: fc.integer({ min: 0, max: 10_000_000 }),
  quantity: fc.integer({ min: 1, max: 9999 }),
})
const lines = fc.array(line, { maxLength: 8 })
const terms = fc.record({
  type: fc.constantFrom('Percentage' as const, 'Fixed' as const),
  amount: fc.integer({ min: -100, max: 100_000_000 }),
  validItem: fc.option(some),
  validCategory: fc.option(some),
})
const subtotalOf = (all: Line[]) => all.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
const fits = ({ validItem, validCategory }: Terms, { item, category }: Line) =>
  (validItem === null || validItem === item) && (validCategory === null || validCategory === category)

test('a discount is whole cents from 0 to the subtotal of the lines that it fits', () => {
  fc.assert(
    fc.property(terms, lines, (coupon, order) => {
      const discount = discountOf(coupon, order)
      expect(Number.isSafeInteger(discount)).toBe(true)
      expect(discount).toBeGreaterThanOrEqual(0)
      expect(discount).toBeLessThanOrEqual(subtotalOf(order.filter((one) => fits(coupon, one))))
      if (coupon.type === 'Fixed') expect(discount).toBeLessThanOrEqual(Math.max(0, coupon.amount))
    }),
  )
})

test('a discount depends neither on the order of the lines nor on lines that it does not fit', () => {
  fc.assert(
    fc.property(terms, lines, (coupon, order) => {
      const discount = discountOf(coupon, order)
      expect(discountOf(coupon, order.toReversed())).toBe(discount)
      expect(
        discountOf(
          coupon,
          order.filter((one) => fits(coupon, one)),
        ),
      ).toBe(discount)
    }),
  )
})

test('a greater amount never takes off less', () => {
  fc.assert(
    fc.property(terms, lines, fc.nat(10_000), (coupon, order, more) => {
      const greater = { ...coupon, amount: coupon.amount + more }
      expect(discountOf(greater, order)).toBeGreaterThanOrEqual(discountOf(coupon, order))
    }),
  )
})

test('a code is compared in upper case without blanks around it', () => {
  expect(couponCode('  welcome10 ')).toBe('WELCOME10')
  expect(couponCode('WEL COME')).not.toBe('WELCOME')
})
