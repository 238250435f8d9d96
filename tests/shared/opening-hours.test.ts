import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextOpening, openTime, parseOpeningHours } from '../../shared/opening-hours.ts'

const minutes = 60_000
const opens = (hours: string, now: string) => {
  const opening = nextOpening(parseOpeningHours(hours)!, Date.parse(now))
  return opening === null ? null : new Date(opening).toISOString().replace(':00.000Z', 'Z')
}

it.each([
  // Colombo is 5:30 ahead of UTC. The 27th of November 2026 is a Friday.
  ['Mo-Su 08:00-22:00 Asia/Colombo', '2026-11-27T12:00Z', null],
  ['Mo-Su 08:00-22:00 Asia/Colombo', '2026-11-27T02:29:59.999Z', '2026-11-27T02:30Z'],
  ['Mo-Su 08:00-22:00 Asia/Colombo', '2026-11-27T02:30Z', null],
  ['Mo-Su 08:00-22:00 Asia/Colombo', '2026-11-27T16:29:59Z', null],
  ['Mo-Su 08:00-22:00 Asia/Colombo', '2026-11-27T16:30Z', '2026-11-28T02:30Z'],
  ['Mo-Fr 09:00-12:00, Mo-Fr 13:00-17:00 UTC', '2026-11-27T12:15Z', '2026-11-27T13:00Z'],
  ['Mo-Fr 09:00-12:00, Mo-Fr 13:00-17:00 UTC', '2026-11-27T17:00Z', '2026-11-30T09:00Z'],
  ['Sa-Mo 10:00-24:00 UTC', '2026-11-29T23:59Z', null],
  ['Sa-Mo 10:00-24:00 UTC', '2026-12-01T00:00Z', '2026-12-05T10:00Z'],
  ['Fr 20:00-02:00 UTC', '2026-11-28T01:59Z', null],
  ['Fr 20:00-02:00 UTC', '2026-11-28T02:00Z', '2026-12-04T20:00Z'],
  ['Fr 09:00-10:00 UTC', '2026-11-27T10:00Z', '2026-12-04T09:00Z'],
  // The clocks go back in Berlin on the 25th of October 2026, and forward on the 28th of March 2027.
  ['Mo-Su 09:00-18:00 Europe/Berlin', '2026-10-24T16:00Z', '2026-10-25T08:00Z'],
  ['Mo-Su 09:00-18:00 Europe/Berlin', '2027-03-27T17:00Z', '2027-03-28T07:00Z'],
])('%s at %s: opens %s', (hours, now, opening) => {
  expect(opens(hours, now)).toBe(opening)
})

it.each([
  ['Mo-Su 08:00-22:00 Asia/Colombo', '2026-11-27T12:00Z', '2026-11-27T13:30Z', 90],
  ['Mo-Su 08:00-22:00 Asia/Colombo', '2026-11-27T16:00Z', '2026-11-28T03:00Z', 60],
  ['Mo-Su 08:00-22:00 Asia/Colombo', '2026-11-27T17:00Z', '2026-11-28T02:00Z', 0],
  ['Mo-Fr 09:00-12:00, Mo-Fr 13:00-17:00 UTC', '2026-11-27T11:30Z', '2026-11-30T09:10Z', 30 + 4 * 60 + 10],
  ['Fr 20:00-02:00, Sa 01:00-03:00 UTC', '2026-11-27T23:00Z', '2026-11-28T12:00Z', 4 * 60],
  ['Mo-Su 00:00-24:00 UTC', '2026-11-01T10:00Z', '2026-11-27T10:00Z', 26 * 24 * 60],
  ['Mo-Su 00:00-24:00 UTC', '2026-11-27T10:00Z', '2026-11-27T09:00Z', 0],
])('%s: from %s to %s it is open for %i minutes', (hours, since, until, expected) => {
  expect(openTime(parseOpeningHours(hours)!, Date.parse(since), Date.parse(until))).toBe(expected * minutes)
})

it.each([
  '',
  'Mo-Fr 08:00-22:00',
  'Asia/Colombo',
  'Mo-Fr 08:00-22:00 Asia/Nowhere',
  'Mo-Fr 8:00-22:00 UTC',
  'Mo-Xx 08:00-22:00 UTC',
  'Mo-Fr 08:00-25:00 UTC',
  'Mo-Fr 08:60-22:00 UTC',
  'Mo-Fr 08:00-08:00 UTC',
  'Mo-Fr 08:00-22:00; Sa 09:00-13:00 UTC',
])('reads no hours in “%s”', (text) => expect(parseOpeningHours(text)).toBeNull())

it('is closed until the opening, and open from then on', () => {
  const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
    const digits = (value: number) => String(value).padStart(2, '0')
    return `${digits(Math.floor(quarter / 4))}:${digits((quarter % 4) * 15)}`
  })
  const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
  const day = fc.constantFrom(...days)
  const part = fc
    .tuple(day, day, time, time)
    .filter(([, , from, until]) => from !== until)
    .map(([first, last, from, until]) => `${first}-${last} ${from}-${until}`)
  const zone = fc.constantFrom('UTC', 'Asia/Colombo', 'Pacific/Chatham')
  const now = fc.date({ min: new Date('2026-05-01'), max: new Date('2026-08-31'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), zone, now, (parts, timeZone, date) => {
      const hours = parseOpeningHours(`${parts.join(', ')} ${timeZone}`)!
      const opening = nextOpening(hours, date.getTime())
      if (opening === null) return
      expect(opening).toBeGreaterThan(date.getTime())
      expect(opening - date.getTime()).toBeLessThanOrEqual(7 * 24 * 60 * minutes)
      expect(nextOpening(hours, opening)).toBeNull()
      expect(nextOpening(hours, opening - 1)).toBe(opening)
      const between = date.getTime() + Math.floor((opening - date.getTime()) / 2)
      expect(nextOpening(hours, between)).toBe(opening)
    }),
  )
})
