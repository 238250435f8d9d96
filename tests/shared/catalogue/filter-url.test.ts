import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { catalogueUrl, countFilters, parseFilter, unfilteredUrl } from '../../../shared/catalogue/filter-url.ts'
import { ItemFilter } from '../../../shared/catalogue/schema.ts'
import { itemSorts } from '../../../shared/catalogue/list-options.ts'

describe('the catalogue URL', () => {
  it('has prices in dollars and omits unset fields', () => {
    expect(catalogueUrl({})).toBe('/items')
    expect(catalogueUrl({ category: 'music', minPrice: 1250, maxPrice: 4000, sortBy: 'price-low', q: 'a b' })).toBe(
      '/items?category=music&minPrice=12.5&maxPrice=40&sortBy=price-low&q=a+b',
    )
  })

  it('parses back to the same filter', () => {
    const filters = fc.record(
      {
        category: fc.stringMatching(/^[a-z0-9]{1,20}$/),
        minPrice: fc.integer({ min: 0, max: 10_000_000 }),
        maxPrice: fc.integer({ min: 0, max: 10_000_000 }),
        sortBy: fc.constantFrom(...itemSorts),
        q: fc.string({ minLength: 1, maxLength: 40 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parseFilter(catalogueUrl(filter).replace('/items', ''))).toEqual(filter)
      }),
    )
  })

  it('shows the name of a category that is known, and reads its id alone', () => {
    const categories = [{ _id: 'k1', name: 'Música & Audio' }]
    expect(catalogueUrl({ category: 'k1', q: 'a' }, categories)).toBe('/items?category=k1-musica-audio&q=a')
    expect(catalogueUrl({ category: 'k2' }, categories)).toBe('/items?category=k2')
    for (const text of ['k1', 'k1-musica-audio', 'k1-old-name'])
      expect(parseFilter(`category=${text}`)).toEqual({ category: 'k1' })
    for (const text of ['-', '-audio', `${'k'.repeat(41)}-audio`]) expect(parseFilter(`category=${text}`)).toEqual({})
  })

  it('ignores invalid and unknown fields', () => {
    expect(parseFilter('minPrice=cheap&maxPrice=40&sortBy=colour&q=&page=2')).toEqual({ maxPrice: 4000 })
  })

  it('accepts what the schema of the API accepts', () => {
    const digits = fc.stringMatching(/^\d{1,18}(\.\d{1,3})?$/)
    const texts = fc.oneof(fc.string({ maxLength: 220 }), digits, fc.constantFrom(...itemSorts))
    const field = fc.constantFrom('minPrice', 'maxPrice', 'sortBy', 'q')
    fc.assert(
      fc.property(field, texts, (name, text) => {
        const { data = {} } = z.safeDecode(ItemFilter, { [name]: text })
        expect(parseFilter(new URLSearchParams({ [name]: text }).toString())).toEqual(text ? data : {})
      }),
    )
  })

  it('counts the filters, not searching and sorting', () => {
    expect(countFilters({ q: 'music', sortBy: 'name' })).toBe(0)
    expect(countFilters({ category: 'music', minPrice: 0, q: undefined, sortBy: 'name' })).toBe(2)
  })

  it('without filters keeps the search and the order', () => {
    expect(unfilteredUrl({ q: 'music', minPrice: 500, sortBy: 'popular' })).toBe('/items?sortBy=popular&q=music')
    expect(unfilteredUrl({ category: 'music', from: 'x', sortBy: 'rating' })).toBe('/items?sortBy=rating')
    // The default of a list without a search.
    expect(unfilteredUrl({ minPrice: 500, sortBy: 'popular' })).toBe('/items')
  })
})
