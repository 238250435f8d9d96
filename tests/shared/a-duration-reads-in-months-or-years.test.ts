import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationLabel } from '../../shared/catalogue.ts'

test.each([
  [1, '1 Month'],
  [2, '2 Months'],
  [11, '11 Months'],
  [12, '1 Year'],
  [13, '13 Months'],
  [18, '18 Months'],
  [24, '2 Years'],
  [36, '3 Years'],
])('%i months: %s', (months, label) => {
  expect(durationLabel(months)).toBe(label)
})

test('whole years alone are years', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 600 }), (months) => {
      expect(/Year/.test(durationLabel(months))).toBe(months % 12 === 0)
    }),
  )
})
