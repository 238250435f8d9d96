import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPriceInput, parsePrice } from '../../../client/catalogue/price-input.ts'
import { currencies } from '../../../shared/money.ts'

describe('a typed price', () => {
  it.each([
    ['', undefined],
    ['  ', undefined],
    ['12', 1200],
    ['12.', 1200],
    ['.5', 50],
    ['1,200.50', 120_050],
    ['abc', null],
    ['1.234', null],
    ['-3', null],
    ['1e3', null],
  ])('parses %j', (text, cents) => expect(parsePrice(text, 'USD')).toBe(cents))

  it('is displayed in the chosen currency as it was typed', () => {
    expect(parsePrice('5000', 'LKR')).toBe(1639)
    expect(formatPriceInput(1639, 'LKR')).toBe('5000')
    expect(formatPriceInput(1299, 'USD')).toBe('12.99')
  })

  it('survives formatting and parsing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), fc.constantFrom(...currencies), (cents, currency) => {
        expect(parsePrice(formatPriceInput(cents, currency), currency)).toBe(cents)
      }),
    )
  })
})
