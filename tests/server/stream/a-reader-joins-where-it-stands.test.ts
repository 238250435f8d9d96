import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetEvents } from '../../../server/stream/forget.ts'
import { change } from '../../../server/stream/change.ts'
import { parsePosition } from '../../../shared/position.ts'
import { longestReplay } from '../../../shared/stream.ts'
import { type Follower, openTestStore, type TestStore, until } from '../../app.ts'
import { buildUser, fillCart } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

/** Puts so many events on the catalogue's stream. */
const happen = (count: number, on = store, stream = 'catalogue') =>
  change(on.store, async ({ tell }) => {
    for (let i = 0; i < count; i += 1) tell(stream, { type: 'item.removed', data: { _id: `gone ${i}` } })
  })
const headOf = async (on = store) => {
  const answer = await on.call('GET', '/categories')
  return parsePosition(answer.headers.get('x-stream-position'))!.heads.catalogue!
}
const epochOf = (on = store) => on.store.positions.epoch
const welcomeOf = (follower: Follower) => follower.told[0]!.data as { streams: Record<string, unknown> }
const seqs = (follower: Follower, stream = 'catalogue') =>
  follower
    .events()
    .filter((event) => event.stream === stream)
    .map((event) => event.seq)
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

describe('what a reader missed', () => {
  let head: number
  beforeEach(async () => {
    await happen(5)
    head = await headOf()
  })

  const joinAt = (catalogue: number, epoch = epochOf()) => store.follow({ epoch, since: { catalogue } })
  const modeOf = (follower: Follower) => welcomeOf(follower).streams.catalogue

  test('is replayed in order, then it goes on live', async () => {
    const reader = await joinAt(head - 3)
    expect(modeOf(reader)).toEqual({ head, mode: 'replay' })
    await until(() => reader.events().length >= 3)
    await happen(2)
    await until(() => reader.events().length >= 5)
    expect(seqs(reader)).toEqual(from(head - 2, head + 2))
  })

  test('is nothing at the head', async () => {
    const reader = await joinAt(head)
    expect(modeOf(reader)).toEqual({ head, mode: 'replay' })
    await happen(1)
    await until(() => reader.events().length > 0)
    expect(seqs(reader)).toEqual([head + 1])
  })

  test('is nothing either to one that says no position: live', async () => {
    const reader = await store.follow()
    expect(modeOf(reader)).toEqual({ head, mode: 'live' })
    await happen(1)
    await until(() => reader.events().length > 0)
    expect(seqs(reader)).toEqual([head + 1])
  })

  test.each<[string, () => Promise<Follower>]>([
    ['beyond the head', () => joinAt(head + 1)],
    ['of another epoch', () => joinAt(head, 'another')],
    ['without an epoch', () => store.follow({ since: { catalogue: head } })],
  ])('can’t be told from a position %s: resync, and live from there', async (_, join) => {
    const reader = await join()
    expect(modeOf(reader)).toEqual({ head, mode: 'resync' })
    await happen(1)
    await until(() => reader.events().length > 0)
    expect(seqs(reader)).toEqual([head + 1])
  })

  test('is told stream by stream', async () => {
    const own = await buildUser(store)
    await fillCart(store, own)
    const before = parsePosition(
      (await store.call('GET', '/cart', undefined, { token: own.token })).headers.get('x-stream-position'),
    )!.heads.user!
    const reader = await store.follow({ token: own.token, epoch: epochOf(), since: { user: 0, catalogue: 999_999 } })
    expect(welcomeOf(reader).streams).toMatchObject({
      user: { mode: 'replay', head: before },
      catalogue: { mode: 'resync' },
    })
    await until(() => reader.events().length >= before)
    expect(seqs(reader, 'user')).toEqual(from(1, before))
    expect(seqs(reader)).toEqual([])
  })
})

test('a thousand events are replayed, whole and in order; one more are not', async () => {
  const start = await headOf()
  for (let i = 0; i < longestReplay / 250; i += 1) await happen(250)
  const since = (catalogue: number) => store.follow({ epoch: epochOf(), since: { catalogue } })
  const reader = await since(start)
  expect(welcomeOf(reader).streams.catalogue).toMatchObject({ mode: 'replay' })
  await until(() => reader.events().length >= longestReplay)
  expect(seqs(reader)).toEqual(from(start + 1, start + longestReplay))
  expect(Math.max(...reader.all('events').map((some) => (some as unknown as unknown[]).length))).toBeLessThanOrEqual(
    100,
  )

  await happen(1)
  const late = await since(start)
  expect(welcomeOf(late).streams.catalogue).toEqual({ head: start + longestReplay + 1, mode: 'resync' })
  await happen(1)
  await until(() => late.events().length > 0)
  expect(seqs(late)).toEqual([start + longestReplay + 2])
})

test('events that were forgotten are not replayed, those after them are', async () => {
  await happen(3)
  const last = await headOf()
  await forgetEvents(store.store.db, new Date(Date.now() + 1000))
  await happen(2)
  const since = (catalogue: number) => store.follow({ epoch: epochOf(), since: { catalogue } })
  expect(welcomeOf(await since(last - 1)).streams.catalogue).toMatchObject({ mode: 'resync' })
  const reader = await since(last)
  expect(welcomeOf(reader).streams.catalogue).toMatchObject({ mode: 'replay' })
  await until(() => reader.events().length >= 2)
  expect(seqs(reader)).toEqual([last + 1, last + 2])
  expect(await headOf()).toBe(last + 2)
})

test('after the server was shut and opened again, what was missed is told as if nothing had been', async () => {
  const first = await openTestStore()
  const customer = await buildUser(first)
  const reader = await first.follow({ token: customer.token })
  await fillCart(first, customer)
  await fillCart(first, customer)
  await until(() => reader.events().length >= 2)
  const epoch = epochOf(first)
  await first.shut()

  const second = await openTestStore({}, first.folder)
  expect(epochOf(second)).toBe(epoch)
  await fillCart(second, customer)
  const back = await second.follow({ token: customer.token, epoch, since: { user: 1, catalogue: 0 } })
  await until(() => back.events().length >= 2)
  expect(seqs(back, 'user')).toEqual([2, 3])
  expect(back.events()[0]).toEqual(reader.events()[1])
  await second.close()
})

test('another database has another epoch', async () => {
  const other = await openTestStore()
  expect(epochOf(other)).not.toBe(epochOf())
  await other.close()
})
