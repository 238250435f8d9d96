import { expect, it } from 'vitest'
import { createEventBus, type StoredEvent } from '../../../server/events/event-bus.ts'

const event = (seq: number): StoredEvent => ({ stream: 'staff', seq, type: 'item.removed', at: new Date(), data: '{}' })

it('delivers each message to every listener of its topic, in order', () => {
  const bus = createEventBus()
  const received: [string, unknown][] = []
  bus.subscribe('events', (events) => received.push(['first', events]))
  bus.subscribe('events', (events) => received.push(['second', events]))
  bus.subscribe('session-ended', (session) => received.push(['session', session]))
  const [one, two, session] = [[event(1)], [event(2)], { sessionIds: ['s1'], reason: 'expired' } as const]
  bus.publish('events', one)
  bus.publish('session-ended', session)
  bus.publish('events', two)
  expect(received).toEqual([
    ['first', one],
    ['second', one],
    ['session', session],
    ['first', two],
    ['second', two],
  ])
})

it('does not deliver to a listener that has unsubscribed', () => {
  const bus = createEventBus()
  const received: string[] = []
  const unsubscribe = bus.subscribe('events', () => received.push('gone'))
  bus.subscribe('events', () => received.push('still there'))
  unsubscribe()
  bus.publish('events', [event(1)])
  expect(received).toEqual(['still there'])
})
