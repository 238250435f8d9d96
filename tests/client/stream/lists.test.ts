import { expect, it } from 'vitest'
import { listKey, reloadLimit } from '../../../client/stream/lists.ts'

it('gives equal filters the same key, whatever the order of their fields and the page', () => {
  const key = listKey('items', { category: 'c1', q: 'a=1&b' })
  expect(listKey('items', { q: 'a=1&b', category: 'c1', cursor: 'x', minPrice: undefined })).toBe(key)
  expect(listKey('items', { q: 'a' })).not.toBe(listKey('items', { q: 'b' }))
})

it('reloads what was loaded, at least a page and at most 100 rows', () => {
  expect([reloadLimit(0, 20), reloadLimit(45, 20), reloadLimit(450, 20)]).toEqual([20, 45, 100])
})
