import { expect, it } from 'vitest'
import { percentChange } from '../../../client/staff/percent-change.ts'

it.each([
  [219, 100, { text: '119%', by: 'up' }],
  [50, 100, { text: '50%', by: 'down' }],
  [0, 100, { text: '100%', by: 'down' }],
  [1001, 1000, { text: '0%', by: 'same' }],
  [5000, 1, { text: 'over 999%', by: 'up' }],
  [5, 0, null],
  // More was refunded than verified.
  [5, -10, null],
] as const)('compares %d with %d', (now, before, change) => {
  expect(percentChange(now, before)).toEqual(change)
})
