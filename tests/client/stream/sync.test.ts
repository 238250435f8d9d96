import { describe, expect, test } from 'vitest'
import type { Position, StreamName } from '../../shared/position.ts'
import type { Welcome } from '../../shared/stream.ts'
import { createSync } from '../../client/stream/sync.ts'

type Written = Record<string, number>
type Event = { stream: StreamName; seq: number; key: string; value: number }
type Mode = Welcome['streams']['catalogue']['mode']

/** A store of numbers; each event sets one. */
function open(held?: number) {
  const state: Written = {}
  let [updates, refetches, reconnects] = [0, 0, 0]
  const sync = createSync<Written, Event>({
    update(change) {
      updates++
      change(state)
    },
    apply: (written, { key, value }) => void (written[key] = value),
    refetch: () => refetches++,
    reconnect: () => reconnects++,
    ...(held !== undefined && { held }),
  })
  const counts = () => ({ updates, refetches, reconnects })
  return { state, sync, counts }
}

const event = (seq: number, value = seq, key = 'a'): Event => ({ stream: 'user', seq, key, value })
const at = (user: number, epoch = 'e'): Position => ({ epoch, heads: { user } })
const write =
  (value: number, key = 'a') =>
  (written: Written) =>
    void (written[key] = value)
const welcome = (head: number, mode: Mode, epoch = 'e'): Welcome => ({
  epoch,
  now: 0,
  supportOnline: false,
  sessionExpiresAt: null,
  streams: { user: { head, mode }, catalogue: { head: 0, mode: mode === 'resync' ? 'live' : mode } },
})

function openAt(head: number, held?: number) {
  const opened = open(held)
  opened.sync.start({ epoch: 'e', heads: { user: head, catalogue: 0 } })
  opened.sync.welcome(welcome(head, 'replay'))
  return opened
}

describe('joining', () => {
  test('begins where the page was rendered, and at the head where there was none', () => {
    const { sync } = open()
    expect(sync.position()).toBeNull()
    sync.welcome(welcome(7, 'live'))
    expect(sync.position()).toEqual({ epoch: 'e', heads: { user: 7, catalogue: 0 } })
    const rendered = open()
    rendered.sync.start(at(5))
    expect(rendered.sync.position()).toEqual(at(5))
    rendered.sync.welcome(welcome(7, 'replay'))
    expect(rendered.sync.position()?.heads.user).toBe(5)
    expect(rendered.sync.isBehind()).toBe(true)
    rendered.sync.events([event(6), event(7)])
    expect(rendered.sync.isBehind()).toBe(false)
  })

  test('begins where the first answer was read, so that nothing falls between the two', () => {
    const { sync, counts } = open()
    sync.snapshot('a', ['user'], at(5), write(5))
    expect(sync.position()).toEqual(at(5))
    // The connection was asked for before there was a position to send.
    sync.welcome(welcome(7, 'live'))
    expect(counts().reconnects).toBe(1)
    expect(sync.position()?.heads.user).toBe(5)
  })

  test.each([
    ['a resync', welcome(9, 'resync')],
    ['another epoch', welcome(9, 'replay', 'f')],
  ])('anew after %s drops what was held, and has everything loaded again', (_, told) => {
    const { sync, state, counts } = openAt(5)
    sync.events([event(6), event(7)])
    sync.snapshot('a', ['user'], at(7), write(7))
    sync.welcome(told)
    expect(counts().refetches).toBe(1)
    expect(sync.position()).toEqual({ epoch: told.epoch, heads: { user: 9, catalogue: 0 } })
    // An answer from before cannot be brought up to date any more; one from now is taken.
    expect(sync.snapshot('a', ['user'], at(7, told.epoch), write(70))).toBe('stale')
    expect(sync.snapshot('a', ['user'], at(9, told.epoch), write(90))).toBe('written')
    expect(state.a).toBe(90)
  })
})

describe('events', () => {
  test('are applied once, in order, a batch in one update', () => {
    const { sync, state, counts } = openAt(5)
    sync.events([event(6), event(7)])
    expect(counts().updates).toBe(1)
    sync.events([event(6, 60), event(7, 70)])
    expect(state.a).toBe(7)
    expect(counts()).toEqual({ updates: 1, refetches: 0, reconnects: 0 })
  })

  test('with a gap are not applied before it is mended', () => {
    const { sync, state, counts } = openAt(5)
    sync.events([event(6), event(8)])
    expect(state.a).toBe(6)
    expect(counts().reconnects).toBe(1)
    sync.events([event(7), event(8), event(9)])
    expect(state.a).toBe(6)
    expect(sync.isBehind()).toBe(true)
    sync.welcome(welcome(9, 'replay'))
    sync.events([event(7), event(8), event(9)])
    expect(state.a).toBe(9)
    expect(counts().reconnects).toBe(1)
  })

  test('of one stream say nothing of another', () => {
    const { sync, state } = openAt(5)
    sync.events([{ stream: 'catalogue', seq: 1, key: 'b', value: 1 }, event(6)])
    expect(state).toEqual({ a: 6, b: 1 })
  })
})

describe('an answer', () => {
  test('gets the events that came after it was read, in the same update', () => {
    const { sync, state, counts } = openAt(5)
    sync.events([event(6), event(7, 7, 'b')])
    expect(sync.snapshot('all', ['user'], at(5), (written) => Object.assign(written, { a: 5, b: 5 }))).toBe('written')
    expect(state).toEqual({ a: 6, b: 7 })
    expect(counts().updates).toBe(2)
  })

  test('older than the one before it is ignored; as old as it is written', () => {
    const { sync, state } = openAt(5)
    sync.events([event(6)])
    sync.snapshot('a', ['user'], at(6), write(60))
    expect(sync.snapshot('a', ['user'], at(5), write(50))).toBe('late')
    expect(state.a).toBe(60)
    expect(sync.snapshot('a', ['user'], at(6), write(61))).toBe('written')
    expect(state.a).toBe(61)
    expect(sync.snapshot('other', ['user'], at(5), write(1, 'c'))).toBe('written')
  })

  test('older than what is held is to be fetched again', () => {
    const { sync, state } = openAt(5, 2)
    sync.events([event(6), event(7), event(8)])
    expect(sync.snapshot('a', ['user'], at(5), write(5))).toBe('stale')
    expect(state.a).toBe(8)
    expect(sync.snapshot('a', ['user'], at(6), write(6))).toBe('written')
    expect(state.a).toBe(8)
  })

  test('ahead of the stream is right again when the stream has caught up', () => {
    const { sync, state } = openAt(5)
    expect(sync.snapshot('a', ['user'], at(7), write(7))).toBe('written')
    sync.events([event(6)])
    sync.events([event(7), event(8)])
    expect(state.a).toBe(8)
  })

  test('from another database is not written; the store is asked which one counts', () => {
    const { sync, state, counts } = openAt(5)
    expect(sync.snapshot('a', ['user'], at(1, 'f'), write(1))).toBe('stale')
    expect(state).toEqual({})
    expect(counts().reconnects).toBe(1)
  })

  test('without a position is written as it is', () => {
    const { sync, state } = openAt(5)
    expect(sync.snapshot('a', ['user'], null, write(1))).toBe('written')
    expect(state.a).toBe(1)
  })
})

test('who has left leaves no position behind, and the catalogue’s stays', () => {
  const { sync } = openAt(5)
  sync.snapshot('a', ['user'], at(5), write(5))
  sync.forget(['user', 'staff'])
  expect(sync.position()).toEqual({ epoch: 'e', heads: { catalogue: 0 } })
  expect(sync.snapshot('a', ['user'], at(2), write(2))).toBe('written')
})
