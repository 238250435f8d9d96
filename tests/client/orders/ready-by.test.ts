import { expect, it } from 'vitest'
import { describeReadyBy } from '../../../client/orders/ready-by.ts'
import { timelineSteps } from '../../../client/orders/timeline-steps.ts'
import { parseOpeningHours } from '../../../shared/opening-hours.ts'
import { buildOrder } from '../build.ts'

const minute = 60_000
/** A Thursday in the viewer's time zone, whatever that is. */
const clock = (hours: number, minutes = 0, day = 1) => new Date(2026, 0, day, hours, minutes).getTime()
const viewersZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const opening = parseOpeningHours(`Mo-Su 08:00-22:00 ${viewersZone}`)!

const verifiedAt = clock(14, 2)
const describe = (now: number, fields: { verifiedAt?: number; checking?: boolean } = {}, context = {}) =>
  describeReadyBy(
    {
      verifiedAt: fields.verifiedAt ?? verifiedAt,
      checking: fields.checking ? { name: 'Mira', since: now, until: now } : null,
    },
    { now, opening, preparingMinutes: 30, ...context },
  )

it('adds the usual time to when the payment was verified, rounded up', () => {
  expect(describe(verifiedAt)).toBe('Usually ready by about 14:35.')
  expect(describe(verifiedAt + 20 * minute), 'and not to now').toBe('Usually ready by about 14:35.')
  expect(describe(verifiedAt, {}, { preparingMinutes: 28 })).toBe('Usually ready by about 14:30.')
  expect(describe(clock(23, 50), { verifiedAt: clock(23, 50) }, { opening: null })).toBe(
    'Usually ready tomorrow by about 00:20.',
  )
  expect(describe(verifiedAt, {}, { preparingMinutes: 3 * 24 * 60 })).toBe('Usually ready 4 Jan by about 14:05.')
})

it('never names a time that has passed', () => {
  expect(describe(clock(14, 34))).toBe('Usually ready by about 14:35.')
  expect(describe(clock(14, 35))).toMatch(/^It’s taking longer than usual\..* write to support\.$/)
})

it('says outside the opening hours when the store is back, unless somebody prepares it', () => {
  const late = clock(22, 5)
  expect(describe(late, { verifiedAt: clock(21, 50) })).toBe('We’re back tomorrow at 08:00.')
  expect(describe(late, { verifiedAt: clock(21, 50) }, { preparingMinutes: null })).toBe(
    'We’re back tomorrow at 08:00.',
  )
  expect(describe(late, { verifiedAt: clock(21, 50), checking: true })).toBe('Usually ready tomorrow by about 08:30.')
})

it('counts from the next opening what was verified while the store was closed, or shortly before', () => {
  expect(describe(clock(8, 5, 2), { verifiedAt: clock(23) })).toBe('Usually ready by about 08:30.')
  expect(describe(clock(21, 50), { verifiedAt: clock(21, 45) })).toBe('Usually ready tomorrow by about 08:30.')
})

it('says nothing without a figure', () => {
  expect(describe(verifiedAt, {}, { preparingMinutes: null })).toBe('')
  expect(describeReadyBy({ verifiedAt: null, checking: null }, { now: verifiedAt, preparingMinutes: 30 })).toBe('')
})

it('is on the step of an order that is prepared, and on no other', () => {
  const order = buildOrder({ paymentStatus: 'verified', orderStatus: 'processing', paidAt: verifiedAt, verifiedAt })
  const noteOf = (preparingMinutes: number | null) =>
    timelineSteps(order, { now: verifiedAt, preparingMinutes }).at(-1)!.note
  expect(noteOf(30)).toMatch(/^Usually ready by about 14:35\. We’ll tell you here/)
  expect(noteOf(null)).toMatch(/^We’ll tell you here/)
  const completed = timelineSteps({ ...order, orderStatus: 'completed' }, { now: verifiedAt, preparingMinutes: 30 })
  expect(JSON.stringify(completed)).not.toContain('Usually ready')
})
