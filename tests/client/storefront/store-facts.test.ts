import { expect, it } from 'vitest'
import { formatMinutes, storeFacts } from '../../../client/storefront/store-facts.ts'
import { noShopFigures } from '../../../shared/storefront/no-figures.ts'

const valuesOf = (figures: Partial<typeof noShopFigures>) =>
  storeFacts({ ...noShopFigures, ...figures }).map(({ value }) => value)

it('shows figures where there are any, and otherwise only what is true of every store', () => {
  expect(valuesOf({ checkMinutes: 12, verifiedInMonth: 1091, lastVerifiedMinutes: 6 })).toEqual([
    '12 min',
    '1,091',
    '6\u00a0min\u00a0ago',
  ])
  expect(storeFacts(null)).toEqual(storeFacts(noShopFigures))
  expect(valuesOf({})).toEqual(['No fee', 'Every payment', 'Every step'])
  expect(valuesOf({ verifiedInMonth: 4, lastVerifiedMinutes: 1 })).toEqual(['No fee', 'Every payment', 'Every step'])
  expect(valuesOf({ checkMinutes: 12, verifiedInMonth: 1091 })).toEqual(['12 min', '1,091', 'No fee'])
})

it.each([
  [0, 'just now'],
  [60, '60\u00a0min\u00a0ago'],
])('says of %i minutes that they were %s', (lastVerifiedMinutes, text) => {
  expect(valuesOf({ verifiedInMonth: 5, lastVerifiedMinutes })[1]).toBe(text)
})

it.each([
  [1, '1 min'],
  [60, '1 h'],
  [95, '1 h 35 min'],
  [200, '3 h'],
])('shortens %i minutes to %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text)
})
