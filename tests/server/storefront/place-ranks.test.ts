import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeRanks } from '../../../server/storefront/place-ranks.ts'

const isFalling = (ranks: number[]) => ranks.every((rank, i) => i === 0 || rank < ranks[i - 1]!)

it('changes the rank of a row that moves, and of no other', () => {
  const ranks = placeRanks([0, 0, 0, 0, 0])
  const [a, b, c, d, e] = ranks as [number, number, number, number, number]
  const moved = placeRanks([d, a, b, c, e])
  expect(moved.slice(1)).toEqual([a, b, c, e])
  expect(moved[0]).toBeGreaterThan(a)
  const added = placeRanks([a, b, 0, c, d, e])
  expect(added.toSpliced(2, 1)).toEqual([a, b, c, d, e])
  expect(isFalling(added)).toBe(true)
})

it('renumbers all where neighbours leave no room', () => {
  expect(placeRanks([3, 0, 2])).toEqual([49_152, 32_768, 16_384])
})

it('returns falling ranks that fit the column, whatever they were', () => {
  const rank = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 9 }))
  fc.assert(
    fc.property(fc.array(rank, { maxLength: 60 }), (ranks) => {
      const placed = placeRanks(ranks)
      expect(placed).toHaveLength(ranks.length)
      expect(isFalling(placed)).toBe(true)
      expect(placed.every((one) => Number.isInteger(one) && one > 0 && one < 2 ** 31)).toBe(true)
    }),
  )
})
