import { expect, it } from 'vitest'
import { timelineSteps } from '../../../client/orders/timeline-steps.ts'
import { describeCheckDuration } from '../../../client/orders/check-duration.ts'
import type { ProgressState } from '../../../shared/payments/progress.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { at, buildProgress, buildOrder } from '../build.ts'

it('describes how long a check usually takes in minutes or hours', () => {
  const describe = (fromMinutes: number, toMinutes: number) =>
    describeCheckDuration({ from: fromMinutes * 60_000, to: toMinutes * 60_000 })
  expect(describe(4, 12)).toBe('A check usually takes 4 to 12 minutes, including the wait.')
  expect(describe(0.1, 0.6)).toBe('A check usually takes a minute, including the wait.')
  expect(describe(5, 5.2)).toBe('A check usually takes about 5 minutes, including the wait.')
  expect(describe(40, 200)).toBe('A check usually takes 1 to 4 hours, including the wait.')
  expect(describe(300, 300)).toBe('A check usually takes about 5 hours, including the wait.')
})

it('shows the usual duration with the place in the queue', () => {
  const order = buildOrder({ paymentStatus: 'paid', paidAt: at })
  const noteWith = (checkDuration: { from: number; to: number } | null, queuePosition = 2) =>
    timelineSteps(order, { now: at, queuePosition, checkDuration }).find(({ state }) => state === 'current')!.note
  expect(noteWith(null)).toBe('2 payments are ahead of yours.')
  expect(noteWith(null, 1)).toBe('1 payment is ahead of yours.')
  expect(noteWith({ from: 240_000, to: 720_000 })).toBe(
    '2 payments are ahead of yours. A check usually takes 4 to 12 minutes, including the wait.',
  )
})

it('says of a check that takes longer than it usually does, within the opening hours', () => {
  const minute = 60_000
  // Monday 2026-11-23; open from 8 to 22 o'clock each day.
  const noon = Date.UTC(2026, 10, 23, 12)
  const opening = { timeZone: 'UTC', days: Array.from({ length: 7 }, () => [{ from: 480, until: 1320 }]) }
  const noteAt = (now: number, paidAt: number, context: Partial<Parameters<typeof timelineSteps>[1]> = {}) => {
    const checkDuration = { from: 8 * minute, to: 20 * minute }
    const steps = timelineSteps(buildOrder({ paymentStatus: 'paid', paidAt }), { now, checkDuration, ...context })
    return steps.find(({ state }) => state === 'current')!.note
  }
  const long =
    'It’s taking longer than the usual 8 to 20 minutes. Your place in the queue is kept; if you have a question, write to support.'
  const usual = 'A check usually takes 8 to 20 minutes, including the wait.'
  expect(noteAt(noon, noon - 21 * minute)).toBe(long)
  expect(noteAt(noon, noon - 20 * minute)).toBe(usual)
  const [fast, slow] = [
    { from: minute, to: minute },
    { from: 5 * minute, to: 5 * minute },
  ]
  expect(noteAt(noon, noon - 2 * minute, { checkDuration: fast })).toContain('longer than the usual minute.')
  expect(noteAt(noon, noon - 6 * minute, { checkDuration: slow })).toContain('longer than the usual 5 minutes.')
  const morning = Date.UTC(2026, 10, 24, 8, 20)
  expect(noteAt(morning, noon + 600 * minute), 'without hours').toBe(long)
  expect(noteAt(morning, noon + 600 * minute, { opening }), 'it was closed in between').toBe(usual)
  expect(noteAt(morning + minute, noon + 600 * minute, { opening })).toBe(long)
})

it('says outside the opening hours when payments are checked again, not how long a check takes', () => {
  const order = buildOrder({ paymentStatus: 'paid', paidAt: at })
  const context = { now: at, queuePosition: 0, checkDuration: { from: 240_000, to: 720_000 } }
  const noteWith = (opensAt: number | null) =>
    timelineSteps(order, { ...context, opensAt }).find(({ state }) => state === 'current')!.note
  expect(noteWith(at + 380 * 60_000)).toMatch(
    /^Yours is the next payment to be checked\. We check payments again (today|tomorrow) at \d\d:\d\d, in 6 h 20 min\.$/,
  )
  expect(noteWith(null)).toMatch(/A check usually takes 4 to 12 minutes, including the wait\.$/)
})

it('waits for the rest of a payment before it is checked, unless someone is checking it already', () => {
  const payment = { _id: 'p1', state: 'final', currency: 'USD', amount: '5', counted: 500 } as Order['payments'][number]
  const short = { paymentStatus: 'paid', paidAt: at, total: 799, received: 500, payments: [payment] } as const
  const current = (fields: Partial<Order>) =>
    timelineSteps(buildOrder(fields), { now: at, queuePosition: 5 }).find(({ state }) => state === 'current')!
  expect(current({ ...short, payments: [payment] }).title).toBe('Waiting for the rest')
  expect(JSON.stringify(current({ ...short, payments: [payment] }))).not.toContain('5 payments')
  expect(current({ ...short, payments: [payment], checking: { name: 'Mira', since: at, until: at } }).title).toBe(
    'Being checked by Mira',
  )
  expect(current({ ...short, received: 799, payments: [payment] }).title).toBe('Waiting to be checked')
})

it('says which points an order earned, and that a refund took them back', () => {
  const notes = (fields: Partial<Order>) => {
    const steps = timelineSteps(buildOrder({ total: 2999, paidAt: at, ...fields }), { now: at })
    return ['verified', 'refunded'].map((id) => steps.find((step) => step.id === id)?.note)
  }
  expect(notes({ paymentStatus: 'verified', verifiedAt: at })).toEqual(['You earned 29 points.', undefined])
  expect(notes({ paymentStatus: 'refunded', verifiedAt: at })).toEqual([
    'You earned 29 points.',
    '29 points taken back.',
  ])
  expect(notes({ paymentStatus: 'refunded', verifiedAt: at, total: 99 })).toEqual([undefined, undefined])
  const asked = (amount: string) => ({ method: 'crypto', currency: 'USDT', amount }) as Order['request']
  expect(notes({ paymentStatus: 'verified', verifiedAt: at, request: asked('29.9901') })[0]).toBe(
    'You earned 29 points.',
  )
  // Three cents more, for a wallet that takes no more decimals: a point for each, if they were sent.
  expect(notes({ paymentStatus: 'refunded', verifiedAt: at, request: asked('30.02') })).toEqual([
    'You earned points.',
    'Points taken back.',
  ])
})

it('does not say of an order that it was paid before that is verified', () => {
  const titles = (fields: Partial<Order>) => timelineSteps(buildOrder(fields), { now: at }).map(({ title }) => title)
  expect(titles({ paymentStatus: 'failed', paidAt: at })).toContain('Marked as paid')
  expect(titles({ paymentStatus: 'failed', paidAt: at })).not.toContain('Paid')
  expect(titles({ paymentStatus: 'paid', paidAt: at })).toContain('Marked as paid')
  expect(titles({ paymentStatus: 'verified', paidAt: at, verifiedAt: at })).toContain('Paid')
})

it('says neither the place in the queue nor how long a check takes of a transfer that was sent wrong', () => {
  const noteOf = (state?: ProgressState) => {
    const transfer = state && buildProgress(state)
    const context = { now: at, queuePosition: 2, checkDuration: { from: 480_000, to: 1_200_000 }, transfer }
    return timelineSteps(buildOrder({ paymentStatus: 'paid' }), context).find(({ state }) => state === 'current')!.note
  }
  expect(noteOf()).toBe('2 payments are ahead of yours. A check usually takes 8 to 20 minutes, including the wait.')
  expect(noteOf('confirming')).toContain('usually takes')
  expect(noteOf('wrong_network')).toBe('You’ll get a notification as soon as we’ve decided.')
})
