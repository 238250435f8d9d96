import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneEvents } from '../../../server/events/prune.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { parseStreamCursor } from '../../../shared/stream-cursor.ts'
import { maxReplayEvents } from '../../../shared/stream.ts'
import { type TestConnection, startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildUser, fillCart } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Publishes `count` events in one mutation. */
const publishEvents = (count: number, on = server, stream = 'catalogue') =>
  runMutation(on.app, async ({ publish }) => {
    for (let i = 0; i < count; i += 1) publish(stream, { type: 'item.removed', data: { _id: `gone ${i}` } })
  })
const readHead = async (on = server) => {
  const response = await on.call('GET', '/categories')
  return parseStreamCursor(response.headers.get('x-stream-position'))!.heads.catalogue!
}
const getEpoch = (on = server) => on.app.streamHeads.epoch
const welcomeOf = (connection: TestConnection) => connection.received[0]!.data as { streams: Record<string, unknown> }
const seqs = (connection: TestConnection, stream = 'catalogue') =>
  connection
    .events()
    .filter((event) => event.stream === stream)
    .map((event) => event.seq)
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

describe('a client’s missed events', () => {
  let head: number
  beforeEach(async () => {
    await publishEvents(5)
    head = await readHead()
  })

  const connectAt = (catalogue: number, epoch = getEpoch()) => server.connect({ epoch, since: { catalogue } })
  const catalogueOf = (connection: TestConnection) => welcomeOf(connection).streams.catalogue

  it('are replayed in order, followed by live events', async () => {
    const connection = await connectAt(head - 3)
    expect(catalogueOf(connection)).toEqual({ head, mode: 'replay' })
    await waitFor(() => connection.events().length >= 3)
    await publishEvents(2)
    await waitFor(() => connection.events().length >= 5)
    expect(seqs(connection)).toEqual(range(head - 2, head + 2))
  })

  it('are none at the head', async () => {
    const connection = await connectAt(head)
    expect(catalogueOf(connection)).toEqual({ head, mode: 'replay' })
    await publishEvents(1)
    await waitFor(() => connection.events().length > 0)
    expect(seqs(connection)).toEqual([head + 1])
  })

  it('are not sent without a cursor: live', async () => {
    const connection = await server.connect()
    expect(catalogueOf(connection)).toEqual({ head, mode: 'live' })
    await publishEvents(1)
    await waitFor(() => connection.events().length > 0)
    expect(seqs(connection)).toEqual([head + 1])
  })

  it.each<[string, () => Promise<TestConnection>]>([
    ['ahead of the head', () => connectAt(head + 1)],
    ['of another epoch', () => connectAt(head, 'another')],
    ['without an epoch', () => server.connect({ since: { catalogue: head } })],
  ])('can’t be replayed from a cursor %s: resync, then live', async (_, join) => {
    const connection = await join()
    expect(catalogueOf(connection)).toEqual({ head, mode: 'resync' })
    await publishEvents(1)
    await waitFor(() => connection.events().length > 0)
    expect(seqs(connection)).toEqual([head + 1])
  })

  it('are replayed per stream', async () => {
    const own = await buildUser(server)
    await fillCart(server, own)
    const head = parseStreamCursor(
      (await server.call('GET', '/cart', undefined, { token: own.token })).headers.get('x-stream-position'),
    )!.heads.user!
    const connection = await server.connect({
      token: own.token,
      epoch: getEpoch(),
      since: { user: 0, catalogue: 999_999 },
    })
    expect(welcomeOf(connection).streams).toMatchObject({
      user: { mode: 'replay', head },
      catalogue: { mode: 'resync' },
    })
    await waitFor(() => connection.events().length >= head)
    expect(seqs(connection, 'user')).toEqual(range(1, head))
    expect(seqs(connection)).toEqual([])
  })
})

it('replays a thousand events completely and in order, but not one more', async () => {
  const start = await readHead()
  for (let i = 0; i < maxReplayEvents / 250; i += 1) await publishEvents(250)
  const connectSince = (catalogue: number) => server.connect({ epoch: getEpoch(), since: { catalogue } })
  const connection = await connectSince(start)
  expect(welcomeOf(connection).streams.catalogue).toMatchObject({ mode: 'replay' })
  await waitFor(() => connection.events().length >= maxReplayEvents)
  expect(seqs(connection)).toEqual(range(start + 1, start + maxReplayEvents))
  expect(
    Math.max(...connection.payloads('events').map((batch) => (batch as unknown as unknown[]).length)),
  ).toBeLessThanOrEqual(100)

  await publishEvents(1)
  const late = await connectSince(start)
  expect(welcomeOf(late).streams.catalogue).toEqual({ head: start + maxReplayEvents + 1, mode: 'resync' })
  await publishEvents(1)
  await waitFor(() => late.events().length > 0)
  expect(seqs(late)).toEqual([start + maxReplayEvents + 2])
})

it('does not replay from before pruned events, but from after them', async () => {
  await publishEvents(3)
  const last = await readHead()
  await pruneEvents(server.app.db, new Date(Date.now() + 1000))
  await publishEvents(2)
  const connectSince = (catalogue: number) => server.connect({ epoch: getEpoch(), since: { catalogue } })
  expect(welcomeOf(await connectSince(last - 1)).streams.catalogue).toMatchObject({ mode: 'resync' })
  const connection = await connectSince(last)
  expect(welcomeOf(connection).streams.catalogue).toMatchObject({ mode: 'replay' })
  await waitFor(() => connection.events().length >= 2)
  expect(seqs(connection)).toEqual([last + 1, last + 2])
  expect(await readHead()).toBe(last + 2)
})

it('replays missed events after a restart', async () => {
  const first = await startTestServer()
  const customer = await buildUser(first)
  const connection = await first.connect({ token: customer.token })
  await fillCart(first, customer)
  await fillCart(first, customer)
  await waitFor(() => connection.events().length >= 2)
  const epoch = getEpoch(first)
  await first.stop()

  const second = await startTestServer({}, first.folder)
  expect(getEpoch(second)).toBe(epoch)
  await fillCart(second, customer)
  const reconnected = await second.connect({ token: customer.token, epoch, since: { user: 1, catalogue: 0 } })
  await waitFor(() => reconnected.events().length >= 2)
  expect(seqs(reconnected, 'user')).toEqual([2, 3])
  expect(reconnected.events()[0]).toEqual(connection.events()[1])
  await second.close()
})

it('has another epoch for another database', async () => {
  const other = await startTestServer()
  expect(getEpoch(other)).not.toBe(getEpoch())
  await other.close()
})
