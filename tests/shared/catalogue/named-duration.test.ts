import fc from 'fast-check'
import { expect, it } from 'vitest'
import { durations } from '../../../shared/catalogue/list-options.ts'
import { namedDuration } from '../../../shared/catalogue/named-duration.ts'

it.each([
  ['month', 'month', ''],
  ['Monthly', 'month', ''],
  ['1 month', 'month', ''],
  ['months', 'months', ''],
  ['3 months', 'months', ''],
  ['3-month', 'months', ''],
  ['6months', 'months', ''],
  ['six months', 'months', ''],
  ['quarterly', 'months', ''],
  ['year', 'year', ''],
  ['1 YEAR', 'year', ''],
  ['one year', 'year', ''],
  ['12 months', 'year', ''],
  ['annual', 'year', ''],
  ['yearly,', 'year', ''],
  ['2 years', 'years', ''],
  ['years', 'years', ''],
  ['24-months', 'years', ''],
  ['Cloud  year', 'year', 'Cloud'],
  ['netflix 3 months family', 'months', 'netflix family'],
  ['annual chess lessons', 'year', 'chess lessons'],
  ['vpn 5 devices year', 'year', 'vpn 5 devices'],
])('%j names %s and leaves %j', (query, duration, others) => {
  expect(namedDuration(query)).toEqual({ duration, others })
})

it.each([
  '',
  ' ',
  'cloud',
  'yearbook',
  'new-year',
  'monthlong',
  '3',
  '5000 years',
  '0 months',
  'constructor',
  '99999 months',
])('%j names no duration', (query) => expect(namedDuration(query)).toBeNull())

it('names the filter that has the months', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), (months) => {
      const [least, most] = durations[namedDuration(`${months} months`)!.duration]
      expect(months).toBeGreaterThanOrEqual(least)
      expect(months).toBeLessThanOrEqual(most)
    }),
  )
})
