import { describe, expect, it } from 'vitest'
import type { StreamCursor, StreamName } from '../../../shared/stream-cursor.ts'
import type { Welcome } from '../../../shared/stream.ts'
import { createSync } from '../../../client/stream/sync.ts'

type State = Record<string, number>
type Event = { stream: StreamName; seq: number; key: string; value: number }
type Mode = Welcome['streams']['catalogue']['mode']

/** The state is a table of numbers, and each event sets one. */
function open(maxBufferedEvents?: number) {
  const state: State = {}
  let [updates, refetches, reconnects] = [0, 0, 0]
  const sync = createSync<State, Event>({
    update(change) {
      updates++
      change(state)
    },
    apply: (draft, { key, value }) => void (draft[key] = value),
    refetch: () => refetches++,
    reconnect: () => reconnects++,
    ...(maxBufferedEvents !== undefined && { maxBufferedEvents }),
  })
  const counts = () => ({ updates, refetches, reconnects })
  return { state, sync, counts }
}

const event = (seq: number, value = seq, key = 'a'): Event => ({ stream: 'user', seq, key, value })
const cursorAt = (user: number, epoch = 'e'): StreamCursor => ({ epoch, heads: { user } })
const write =
  (value: number, key = 'a') =>
  (state: State) =>
    void (state[key] = value)
const welcome = (head: number, mode: Mode, epoch = 'e'): Welcome => ({
  epoch,
  now: 0,
  supportOnline: false,
  sessionExpiresAt: null,
  streams: { user: { head, mode }, catalogue: { head: 0, mode: mode === 'resync' ? 'live' : mode } },
})

function openAt(head: number, maxBufferedEvents?: number) {
  const opened = open(maxBufferedEvents)
  opened.sync.start({ epoch: 'e', heads: { user: head, catalogue: 0 } })
  opened.sync.welcome(welcome(head, 'replay'))
  return opened
}

describe('joining', () => {
  it('starts at the cursor of the rendered page, or at the head without one', () => {
    const { sync } = open()
    expect(sync.cursor()).toBeNull()
    sync.welcome(welcome(7, 'live'))
    expect(sync.cursor()).toEqual({ epoch: 'e', heads: { user: 7, catalogue: 0 } })
    const rendered = open()
    rendered.sync.start(cursorAt(5))
    expect(rendered.sync.cursor()).toEqual(cursorAt(5))
    rendered.sync.welcome(welcome(7, 'replay'))
    expect(rendered.sync.cursor()?.heads.user).toBe(5)
    expect(rendered.sync.isBehind()).toBe(true)
    rendered.sync.events([event(6), event(7)])
    expect(rendered.sync.isBehind()).toBe(false)
  })

  it('starts at the cursor of the first answer, so that no event is missed in between', () => {
    const { sync, counts } = open()
    sync.snapshot('a', ['user'], cursorAt(5), write(5))
    expect(sync.cursor()).toEqual(cursorAt(5))
    // The client connected before it had a cursor to send.
    sync.welcome(welcome(7, 'live'))
    expect(counts().reconnects).toBe(1)
    expect(sync.cursor()?.heads.user).toBe(5)
  })

  it.each([
    ['a resync', welcome(9, 'resync')],
    ['another epoch', welcome(9, 'replay', 'f')],
  ])('drops the buffer and loads everything again after %s', (_, message) => {
    const { sync, state, counts } = openAt(5)
    sync.events([event(6), event(7)])
    sync.snapshot('a', ['user'], cursorAt(7), write(7))
    sync.welcome(message)
    expect(counts().refetches).toBe(1)
    expect(sync.cursor()).toEqual({ epoch: message.epoch, heads: { user: 9, catalogue: 0 } })
    // An older answer can't be brought up to date any more; a current one is accepted.
    expect(sync.snapshot('a', ['user'], cursorAt(7, message.epoch), write(70))).toBe('stale')
    expect(sync.snapshot('a', ['user'], cursorAt(9, message.epoch), write(90))).toBe('written')
    expect(state.a).toBe(90)
  })
})

describe('events', () => {
  it('are applied once and in order, a batch in one update', () => {
    const { sync, state, counts } = openAt(5)
    sync.events([event(6), event(7)])
    expect(counts().updates).toBe(1)
    sync.events([event(6, 60), event(7, 70)])
    expect(state.a).toBe(7)
    expect(counts()).toEqual({ updates: 1, refetches: 0, reconnects: 0 })
  })

  it('after a gap are not applied until they are replayed', () => {
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

  it('of one stream don’t affect the position of another', () => {
    const { sync, state } = openAt(5)
    sync.events([{ stream: 'catalogue', seq: 1, key: 'b', value: 1 }, event(6)])
    expect(state).toEqual({ a: 6, b: 1 })
  })
})

describe('an answer', () => {
  it('gets the later events applied in the same update', () => {
    const { sync, state, counts } = openAt(5)
    sync.events([event(6), event(7, 7, 'b')])
    expect(sync.snapshot('all', ['user'], cursorAt(5), (draft) => Object.assign(draft, { a: 5, b: 5 }))).toBe('written')
    expect(state).toEqual({ a: 6, b: 7 })
    expect(counts().updates).toBe(2)
  })

  it('is ignored if it is older than the stored snapshot, and written if it is as old', () => {
    const { sync, state } = openAt(5)
    sync.events([event(6)])
    sync.snapshot('a', ['user'], cursorAt(6), write(60))
    expect(sync.snapshot('a', ['user'], cursorAt(5), write(50))).toBe('outdated')
    expect(state.a).toBe(60)
    expect(sync.snapshot('a', ['user'], cursorAt(6), write(61))).toBe('written')
    expect(state.a).toBe(61)
    expect(sync.snapshot('other', ['user'], cursorAt(5), write(1, 'c'))).toBe('written')
  })

  it('is stale if it is older than the buffered events', () => {
    const { sync, state } = openAt(5, 2)
    sync.events([event(6), event(7), event(8)])
    expect(sync.snapshot('a', ['user'], cursorAt(5), write(5))).toBe('stale')
    expect(state.a).toBe(8)
    expect(sync.snapshot('a', ['user'], cursorAt(6), write(6))).toBe('written')
    expect(state.a).toBe(8)
  })

  it('stays correct when it is ahead of the stream', () => {
    const { sync, state } = openAt(5)
    expect(sync.snapshot('a', ['user'], cursorAt(7), write(7))).toBe('written')
    sync.events([event(6)])
    sync.events([event(7), event(8)])
    expect(state.a).toBe(8)
  })

  it('of another epoch is not written, and the client rejoins', () => {
    const { sync, state, counts } = openAt(5)
    expect(sync.snapshot('a', ['user'], cursorAt(1, 'f'), write(1))).toBe('stale')
    expect(state).toEqual({})
    expect(counts().reconnects).toBe(1)
  })

  it('without a cursor is written as it is', () => {
    const { sync, state } = openAt(5)
    expect(sync.snapshot('a', ['user'], null, write(1))).toBe('written')
    expect(state.a).toBe(1)
  })
})

it('drops the streams of a user who logs out, and keeps the catalogue’s', () => {
  const { sync } = openAt(5)
  sync.snapshot('a', ['user'], cursorAt(5), write(5))
  sync.dropStreams(['user', 'staff'])
  expect(sync.cursor()).toEqual({ epoch: 'e', heads: { catalogue: 0 } })
  expect(sync.snapshot('a', ['user'], cursorAt(2), write(2))).toBe('written')
})
