import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchedText } from '../../../shared/catalogue/matched-text.ts'

const item = {
  name: 'Tidewell VPN Monthly',
  category: { _id: 'c1', name: 'Privacy & VPN' },
  duration: 1,
  shortDescription: 'A month of private browsing on five devices.',
  features: ['5 devices', 'Audited each year', 'Café-safe: no logs'],
  accountType: 'Licence key' as const,
}

it.each([
  ['year', 'Audited each ', 'year', ''],
  ['YEA', 'Audited each ', 'year', ''],
  ['tidewell year', 'Audited each ', 'year', ''],
  ['five devices', 'A month of private browsing on ', 'five', ' devices.'],
  ['cafe', '', 'Café-safe:', ' no logs'],
  ['rows', 'A month of private ', 'browsing', ' on five devices.'],
  ['licence', '', 'Licence', ' key'],
  ['zzz year', 'Audited each ', 'year', ''],
])('explains why %j found it', (query, before, match, after) =>
  expect(matchedText(item, query)).toEqual({ before, match, after }),
)

it.each(['', 'tidewell', 'vpn', 'priv', 'month', '1 month', 'tide monthly', 'zzz'])(
  'has nothing to explain for %j',
  (query) => expect(matchedText(item, query)).toBeNull(),
)

it('never changes the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const found = matchedText({ ...item, shortDescription: text, features: [] }, query)
      if (found) expect([text, 'Licence key']).toContain(found.before + found.match + found.after)
    }),
  )
})
