import { expect, it } from 'vitest'
import { timelineSteps } from '../../../client/orders/timeline-steps.ts'
import { describeCheckDuration } from '../../../client/orders/check-duration.ts'
import { at, buildOrder } from '../build.ts'

it('describes how long a check usually takes in minutes or hours', () => {
  const describe = (fromMinutes: number, toMinutes: number) =>
    describeCheckDuration({ from: fromMinutes * 60_000, to: toMinutes * 60_000 })
  expect(describe(4, 12)).toBe('A check usually takes 4 to 12 minutes.')
  expect(describe(0.1, 0.6)).toBe('A check usually takes a minute.')
  expect(describe(5, 5.2)).toBe('A check usually takes about 5 minutes.')
  expect(describe(40, 200)).toBe('A check usually takes 1 to 4 hours.')
  expect(describe(300, 300)).toBe('A check usually takes about 5 hours.')
})

it('shows the usual duration with the place in the queue', () => {
  const order = buildOrder({ paymentStatus: 'paid', paidAt: at })
  const noteWith = (checkDuration: { from: number; to: number } | null) =>
    timelineSteps(order, { now: at, queuePosition: 2, checkDuration }).find(({ state }) => state === 'current')!.note
  expect(noteWith(null)).toBe('2 payments are checked before this one.')
  expect(noteWith({ from: 240_000, to: 720_000 })).toBe(
    '2 payments are checked before this one. A check usually takes 4 to 12 minutes.',
  )
})
