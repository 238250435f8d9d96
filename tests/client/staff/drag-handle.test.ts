import { expect, it } from 'vitest'
import { dropIndex } from '../../../client/staff/drag-handle.tsx'

it.each([
  ['a', 'c', true, 'bca'],
  ['a', 'c', false, 'bac'],
  ['c', 'a', false, 'cab'],
  ['c', 'a', true, 'acb'],
  ['b', 'a', false, 'bac'],
])('drops %s on %s (after: %s) as %s', (key, target, isAfter, expected) => {
  const keys = ['a', 'b', 'c']
  const index = dropIndex(keys, key, target, isAfter)
  expect(
    keys
      .filter((one) => one !== key)
      .toSpliced(index, 0, key)
      .join(''),
  ).toBe(expected)
})
