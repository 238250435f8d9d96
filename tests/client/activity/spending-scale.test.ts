import { expect, it } from 'vitest'
import { formatMonth, scaleMaxOf, shortAmount, shortMoney } from '../../../client/activity/spending-scale.ts'

it('scales the chart to a round amount of the currency', () => {
  expect(scaleMaxOf([31_807], 'USD')).toBe(400)
  expect(scaleMaxOf([31_807], 'LKR')).toBe(100_000)
  expect([scaleMaxOf([0], 'USD'), scaleMaxOf([], 'USD')]).toEqual([1, 1])
})

it('abbreviates amounts and months', () => {
  expect([shortAmount(318.07), shortAmount(9.5), shortMoney(100_000, 'LKR')]).toEqual(['318', '9.5', 'Rs\u00a0100K'])
  expect(formatMonth('2026-11')).toEqual({ short: 'Nov', full: 'Nov 2026' })
})
