import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { couponRefusal, couponState, discountOf, normalizeCouponCode } from '../../../shared/coupons/rules.ts'

type Terms = Parameters<typeof discountOf>[0]
type Line = Parameters<typeof discountOf>[1][number]

const net: Line = { item: 'net', category: 'streaming', price: 1299, quantity: 2 }
const cloud: Line = { item: 'cloud', category: 'storage', price: 500, quantity: 1 }
const spot: Line = { item: 'spot', category: 'streaming', price: 333, quantity: 3 }
const percent = (amount: number, limit: Partial<Terms> = {}): Terms => ({
  type: 'Percentage',
  amount: amount * 100,
  validItem: null,
  validCategory: null,
  ...limit,
})
const fixed = (amount: number, limit: Partial<Terms> = {}): Terms => ({ ...percent(amount, limit), type: 'Fixed' })

describe('discountOf', () => {
  it.each<[string, Terms, Line[], number]>([
    ['a percentage of the whole order', percent(10), [net, cloud], 310],
    ['a fractional percentage, rounded half up', percent(12.5), [cloud], 63],
    ['the whole order at 100 %', percent(100), [net, cloud], 3098],
    ['no more than the order above 100 %', percent(150), [cloud], 500],
    ['a fixed amount of the whole order', fixed(5), [net, cloud], 500],
    ['a fixed amount, capped at the total', fixed(50), [cloud], 500],
    ['a percentage of the line with its item', percent(10, { validItem: 'net' }), [net, cloud], 260],
    ['a fixed amount of its item', fixed(5, { validItem: 'net' }), [net, cloud], 500],
    ['a fixed amount, capped at the unit price of its item', fixed(20, { validItem: 'net' }), [net, cloud], 1299],
    [
      'a fixed amount, capped at the highest unit price of its item',
      fixed(20, { validItem: 'net' }),
      [{ ...net, price: 999 }, net],
      1299,
    ],
    ['a percentage of the lines in its category', percent(10, { validCategory: 'streaming' }), [net, spot, cloud], 360],
    ['a fixed amount of its category', fixed(30, { validCategory: 'streaming' }), [net, spot, cloud], 3000],
    ['a fixed amount, capped at its category', fixed(99, { validCategory: 'storage' }), [net, cloud], 500],
    ['nothing when its item is not in the order', percent(10, { validItem: 'other' }), [net], 0],
    ['nothing when the item of a fixed coupon is not in the order', fixed(5, { validItem: 'other' }), [net], 0],
    ['nothing when its category is not in the order', fixed(5, { validCategory: 'storage' }), [net], 0],
    ['nothing when its category is free', fixed(5, { validCategory: 'storage' }), [{ ...cloud, price: 0 }], 0],
    ['nothing when its amount is 0', percent(0), [net], 0],
    ['nothing when its amount is negative', fixed(-5), [net], 0],
    ['nothing when the order is empty', percent(10), [], 0],
  ])('takes off %s', (_, coupon, lines, discount) => {
    expect(discountOf(coupon, lines)).toBe(discount)
  })

  const id = fc.constantFrom('a', 'b', 'c')
  const line = fc.record({
    item: id,
    category: id,
    price: fc.integer({ min: 0, max: 10_000_000 }),
    quantity: fc.integer({ min: 1, max: 9999 }),
  })
  const lines = fc.array(line, { maxLength: 8 })
  const terms = fc.record({
    type: fc.constantFrom('Percentage' as const, 'Fixed' as const),
    amount: fc.integer({ min: -100, max: 100_000_000 }),
    validItem: fc.option(id),
    validCategory: fc.option(id),
  })
  const subtotalOf = (order: Line[]) => order.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const applies = ({ validItem, validCategory }: Terms, { item, category }: Line) =>
    (validItem === null || validItem === item) && (validCategory === null || validCategory === category)

  it('returns whole cents from 0 to the subtotal of the lines it applies to', () => {
    fc.assert(
      fc.property(terms, lines, (coupon, order) => {
        const discount = discountOf(coupon, order)
        expect(Number.isSafeInteger(discount)).toBe(true)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(subtotalOf(order.filter((one) => applies(coupon, one))))
        if (coupon.type === 'Fixed') expect(discount).toBeLessThanOrEqual(Math.max(0, coupon.amount))
      }),
    )
  })

  it('depends neither on the sequence of the lines nor on lines it does not apply to', () => {
    fc.assert(
      fc.property(terms, lines, (coupon, order) => {
        const discount = discountOf(coupon, order)
        const matching = order.filter((one) => applies(coupon, one))
        expect(discountOf(coupon, order.toReversed())).toBe(discount)
        expect(discountOf(coupon, matching)).toBe(discount)
      }),
    )
  })

  it('never takes off less for a greater amount', () => {
    fc.assert(
      fc.property(terms, lines, fc.nat(10_000), (coupon, order, more) => {
        const greater = { ...coupon, amount: coupon.amount + more }
        expect(discountOf(greater, order)).toBeGreaterThanOrEqual(discountOf(coupon, order))
      }),
    )
  })
})

describe('couponRefusal', () => {
  const terms = { type: 'Fixed', amount: 500, validItem: null, validCategory: null } as const
  const open = { ...terms, minTotal: null, firstOrderOnly: false }
  const lines = [{ item: 'a', category: 'c', price: 1000, quantity: 2 }]

  it.each([
    [null, 'it has no conditions', open, true],
    [null, 'the subtotal is its minimum', { ...open, minTotal: 2000 }, true],
    ['minimum', 'the subtotal is below its minimum', { ...open, minTotal: 2001 }, true],
    [null, 'it is for first orders, and this is one', { ...open, firstOrderOnly: true }, true],
    ['first-order', 'it is for first orders, and this is none', { ...open, firstOrderOnly: true }, false],
    ['lines', 'it applies to none of the lines', { ...open, validItem: 'b' }, true],
    ['minimum', 'several reasons apply', { ...open, minTotal: 2001, firstOrderOnly: true, validItem: 'b' }, false],
  ])('is %s when %s', (refusal, _, coupon, isFirst) => {
    expect(couponRefusal(coupon, lines, isFirst)).toBe(refusal)
  })

  it('is null exactly when there is a discount and both conditions hold', () => {
    const coupon = fc.record({
      type: fc.constantFrom('Percentage' as const, 'Fixed' as const),
      amount: fc.integer({ min: 1, max: 10_000 }),
      validItem: fc.constantFrom(null, 'a', 'b'),
      validCategory: fc.constant(null),
      minTotal: fc.option(fc.integer({ min: 1, max: 10_000 })),
      firstOrderOnly: fc.boolean(),
    })
    fc.assert(
      fc.property(coupon, fc.integer({ min: 1, max: 10_000 }), fc.boolean(), (terms, price, isFirst) => {
        const order = [{ item: 'a', category: 'c', price, quantity: 1 }]
        const applies =
          price >= (terms.minTotal ?? 0) && (isFirst || !terms.firstOrderOnly) && discountOf(terms, order) > 0
        expect(couponRefusal(terms, order, isFirst) === null).toBe(applies)
      }),
    )
  })
})

describe('couponState', () => {
  const now = Date.parse('2026-03-01T00:00:00Z')
  const active = { archivedAt: null, startsAt: null, expiresAt: null, usesLimit: null, uses: 0 }

  it.each([
    ['active', 'it has no limits', {}],
    ['active', 'it expires later', { expiresAt: now + 1 }],
    ['active', 'it has uses left', { usesLimit: 2, uses: 1 }],
    ['active', 'it starts now', { startsAt: now }],
    ['scheduled', 'it starts later', { startsAt: now + 1 }],
    ['expired', 'it expires now', { expiresAt: now }],
    ['used-up', 'the last use is taken', { usesLimit: 2, uses: 2 }],
    ['used-up', 'it has more uses than its lowered limit', { usesLimit: 1, uses: 2 }],
    ['expired', 'it is also used up', { expiresAt: now - 1, usesLimit: 1, uses: 1 }],
    ['archived', 'it is also expired', { archivedAt: now, expiresAt: now - 1 }],
  ])('is %s when %s', (state, _, terms) => {
    expect(couponState({ ...active, ...terms }, now)).toBe(state)
  })
})

it('normalizeCouponCode trims and upper-cases, and keeps inner spaces', () => {
  expect(normalizeCouponCode('  welcome10 ')).toBe('WELCOME10')
  expect(normalizeCouponCode('wel come')).toBe('WEL COME')
})
