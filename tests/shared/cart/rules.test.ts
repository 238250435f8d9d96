import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartTotals, describeMerge } from '../../../shared/cart/rules.ts'

describe('cartTotals', () => {
  it.each([
    ['nothing', [], { subtotal: 0, fees: 0, total: 0 }],
    ['one line', [{ item: { price: 1299 }, count: 2 }], { subtotal: 2598, fees: 104, total: 2702 }],
    [
      'two lines',
      [
        { item: { price: 1000 }, count: 1 },
        { item: { price: 50 }, count: 3 },
      ],
      { subtotal: 1150, fees: 46, total: 1196 },
    ],
  ])('adds a fee of 4 %% to %s', (_, lines, totals) => {
    expect(cartTotals(lines)).toEqual(totals)
  })

  it('returns whole cents that add up to the total', () => {
    const line = fc.record({
      item: fc.record({ price: fc.nat(1_000_000) }),
      count: fc.integer({ min: 1, max: 9999 }),
    })
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { subtotal, fees, total } = cartTotals(lines)
        expect(total).toBe(subtotal + fees)
        expect([subtotal, fees].every(Number.isSafeInteger)).toBe(true)
      }),
    )
  })
})

describe('describeMerge', () => {
  const left = (reason: 'unavailable' | 'cart_full', ...names: (string | null)[]) =>
    names.map((name) => ({ item: 'i', name, reason }))

  it.each([
    [[], 'The items from this device are in your cart.'],
    [left('unavailable', 'Chess'), 'No longer available: Chess.'],
    [left('unavailable', 'A', 'B', null), 'No longer available: A, B and an item.'],
    [left('unavailable', 'A', 'B', 'C', 'D', 'E'), 'No longer available: A, B, C and 2 more.'],
    [
      [...left('unavailable', 'A'), ...left('cart_full', 'B', 'C')],
      'No longer available: A. Your cart can have at most 100 different items, so we left out B and C.',
    ],
  ])('says what was not added', (notAdded, message) => {
    expect(describeMerge(notAdded)).toBe(message)
  })
})
