import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spreadBrands } from '../../../server/catalogue/spread-brands.ts'

const rowsOf = (brands: string) => [...brands].map((brand, id) => ({ id, brand: brand === '-' ? '' : brand }))
const brandsOf = (rows: { brand: string }[]) => rows.map(({ brand }) => brand || '-').join('')
const spread = (brands: string, next?: string) =>
  brandsOf(spreadBrands(rowsOf(brands), next ? { brand: next } : undefined))

it.each([
  ['abc', undefined, 'abc'],
  ['aab', undefined, 'aba'],
  ['aaabbc', undefined, 'ababac'],
  ['abcc', undefined, 'acbc'],
  ['----', undefined, '----'],
  ['abc', 'c', 'acb'],
  // There is nothing to put between them.
  ['aaa', undefined, 'aaa'],
  ['aaab', undefined, 'abaa'],
])('puts %s, followed by %s, in the order %s', (brands, next, expected) => {
  expect(spread(brands, next)).toBe(expected)
})

it('keeps every row and the first one first, and no two of a brand together where that is possible', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '-'), maxLength: 30 }), (brands) => {
      const rows = rowsOf(brands)
      const result = spreadBrands(rows)
      expect(result.toSorted((a, b) => a.id - b.id)).toEqual(rows)
      expect(result[0]).toEqual(rows[0])
      const together = /([a-d])\1/.test(brandsOf(result))
      const counts = ['a', 'b', 'c', 'd'].map((brand) => ({ brand, count: brands.split(brand).length - 1 }))
      // Of a list that starts with another brand, the first place can't be taken.
      const isPossible = counts.every(
        ({ brand, count }) => count <= Math.ceil((brands.length - (brands[0] === brand ? 0 : 1)) / 2),
      )
      expect(together).toBe(!isPossible)
    }),
  )
})
