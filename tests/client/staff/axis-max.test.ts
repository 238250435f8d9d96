import { expect, it } from 'vitest'
import { axisMaxFor } from '../../../client/staff/axis-max.ts'

it.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [9, 10],
  [11, 20],
  [22, 30],
  [41, 50],
  [70, 80],
  [93, 100],
  [2_400, 3_000],
  [68_000, 80_000],
])('puts %i below %i, whose half is whole', (value, max) => expect(axisMaxFor(value)).toBe(max))
