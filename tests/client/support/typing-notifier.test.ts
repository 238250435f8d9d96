import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTypingNotifier } from '../../../client/support/typing-notifier.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startNotifier() {
  const start = Date.now()
  const signals: [on: boolean, atMs: number][] = []
  const notifier = createTypingNotifier((on) => signals.push([on, Date.now() - start]))
  return { notifier, signals }
}

it('announces typing every 3 s and its end after 5 s without a key', () => {
  const { notifier, signals } = startNotifier()
  for (let time = 0; time < 7000; time += 500) {
    notifier.typed()
    vi.advanceTimersByTime(500)
  }
  vi.advanceTimersByTime(10_000)
  expect(signals).toEqual([
    [true, 0],
    [true, 3000],
    [true, 6000],
    [false, 11_500],
  ])
})

it('does not announce twice within 2 s', () => {
  const { notifier, signals } = startNotifier()
  notifier.typed()
  notifier.stop()
  vi.advanceTimersByTime(10_000)
  expect(signals.map(([on]) => on)).toEqual([true, false])
  expect(signals[1]![1] - signals[0]![1]).toBeGreaterThan(2000)
})

it('does not announce the end after a message was sent', () => {
  const { notifier, signals } = startNotifier()
  notifier.typed()
  notifier.sent()
  vi.advanceTimersByTime(10_000)
  expect(signals.map(([on]) => on)).toEqual([true])
})
