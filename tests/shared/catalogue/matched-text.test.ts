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
  ['five devices', '… of private browsing on ', 'five', ' devices.'],
  ['cafe', '', 'Café-safe', ': no logs'],
  ['rows', 'A month of private ', 'browsing', ' on five devices.'],
  ['licence', '', 'Licence', ' key'],
  ['zzz year', 'Audited each ', 'year', ''],
])('explains why %j found it', (query, before, match, after) =>
  expect(matchedText(item, query)).toEqual({ before, match, after }),
)

it.each(['', 'tidewell', 'vpn', 'ewell', 'priv', 'month', '1 month', 'tide monthly'])(
  'has nothing to explain for %j',
  (query) => expect(matchedText(item, query)).toBeNull(),
)

it('says of a word that nothing else has, that the description has it', () => {
  expect(matchedText(item, 'tidewell Zürich')).toEqual({
    before: 'Mentions ',
    match: 'zurich',
    after: ' in its description',
  })
})

it('begins a long text a few words before the match', () => {
  const shortDescription = 'Three hundred lessons by patient teachers from all over the world, for a year.'
  expect(matchedText({ ...item, shortDescription }, 'world')).toEqual({
    before: '… teachers from all over the ',
    match: 'world',
    after: ', for a year.',
  })
})

it('shows a part of the text as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, query) => {
      const found = matchedText({ ...item, shortDescription: text, features: [] }, query)
      if (!found || found.before === 'Mentions ') return
      const shown = found.before.replace(/^… /, '') + found.match + found.after
      expect([text, 'Licence key'].some((one) => one.endsWith(shown))).toBe(true)
    }),
  )
})
