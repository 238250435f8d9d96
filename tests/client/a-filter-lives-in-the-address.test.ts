import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, countFilters, readFilter } from '../../client/catalogue/address.ts'
import { priceText, readPrice } from '../../client/catalogue/typed-price.ts'
import { sorts } from '../../shared/catalogue.ts'
import { currencies } from '../../shared/money.ts'

describe('the address of the catalogue', () => {
  it('has dollars, and leaves out what is not given', () => {
    expect(addressOf({})).toBe('/items')
    expect(addressOf({ category: 'music', minPrice: 1250, maxPrice: 4000, sortBy: 'price-low', q: 'a b' })).toBe(
      '/items?category=music&minPrice=12.5&maxPrice=40&sortBy=price-low&q=a+b',
    )
  })

  it('is read as it was written', () => {
    const filters = fc.record(
      {
        category: fc.stringMatching(/^[a-z0-9]{1,20}$/),
        minPrice: fc.integer({ min: 0, max: 10_000_000 }),
        maxPrice: fc.integer({ min: 0, max: 10_000_000 }),
        sortBy: fc.constantFrom(...sorts),
        q: fc.string({ minLength: 1, maxLength: 40 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(filters, (filter) => {
        expect(readFilter(addressOf(filter).replace('/items', ''))).toEqual(filter)
      }),
    )
  })

  it('passes over what makes no sense, and keeps the rest', () => {
    expect(readFilter('minPrice=cheap&maxPrice=40&sortBy=colour&q=&page=2')).toEqual({ maxPrice: 4000 })
  })

  it('counts what narrows the list, and not its order', () => {
    expect(countFilters({ sortBy: 'name' })).toBe(0)
    expect(countFilters({ category: 'music', minPrice: 0, q: undefined, sortBy: 'name' })).toBe(2)
  })
})

describe('a price that is typed', () => {
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
  ])('reads %j', (text, cents) => expect(readPrice(text, 'USD')).toBe(cents))

  it('is shown in its currency as round as it was typed', () => {
    expect(readPrice('5000', 'LKR')).toBe(1639)
    expect(priceText(1639, 'LKR')).toBe('5000')
    expect(priceText(1299, 'USD')).toBe('12.99')
  })

  it('means the same after it was shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), fc.constantFrom(...currencies), (cents, currency) => {
        expect(readPrice(priceText(cents, currency), currency)).toBe(cents)
      }),
    )
  })
})
