import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pruneEvents } from '../../../server/events/prune.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { parseStreamCursor } from '../../../shared/stream-cursor.ts'
import { maxReplayBytes, maxReplayEvents } from '../../../shared/stream.ts'
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
  ).toBeLessThanOrEqual(50)

  await publishEvents(1)
  const late = await connectSince(start)
  expect(welcomeOf(late).streams.catalogue).toEqual({ head: start + maxReplayEvents + 1, mode: 'resync' })
  await publishEvents(1)
  await waitFor(() => late.events().length > 0)
  expect(seqs(late)).toEqual([start + maxReplayEvents + 2])
})

describe('a replay of large events', () => {
  const eventBytes = 60_000
  const data = JSON.stringify({ _id: 'x'.repeat(eventBytes - '{"_id":""}'.length) })
  const publishLarge = (count: number, ...streams: string[]) =>
    runMutation(server.app, async ({ publish }) => {
      for (let i = 0; i < count; i += 1) {
        for (const stream of streams)
          publish(stream, { type: 'item.removed', data: JSON.parse(data) as { _id: string } })
      }
    })
  const maxEvents = Math.floor(maxReplayBytes / eventBytes)

  it('has up to 1 MB of data; beyond that the client fetches again', async () => {
    const start = await readHead()
    await publishLarge(maxEvents, 'catalogue')
    const connectSince = (catalogue: number) => server.connect({ epoch: getEpoch(), since: { catalogue } })
    const complete = await connectSince(start)
    expect(welcomeOf(complete).streams.catalogue).toMatchObject({ mode: 'replay' })
    await waitFor(() => complete.events().length === maxEvents)
    expect(seqs(complete)).toEqual(range(start + 1, start + maxEvents))
    await publishLarge(1, 'catalogue')
    const late = await connectSince(start)
    expect(welcomeOf(late).streams.catalogue).toEqual({ head: start + maxEvents + 1, mode: 'resync' })
    await publishEvents(1)
    await waitFor(() => late.events().length > 0)
    expect(seqs(late)).toEqual([start + maxEvents + 2])
  })

  it('counts bytes, not characters', async () => {
    const start = await readHead()
    const ids = Array.from({ length: 20 }, () => 'ක'.repeat(20_000))
    await runMutation(server.app, async ({ publish }) => {
      for (const _id of ids) publish('catalogue', { type: 'item.removed', data: { _id } })
    })
    const connection = await server.connect({ epoch: getEpoch(), since: { catalogue: start } })
    expect(welcomeOf(connection).streams.catalogue).toMatchObject({ mode: 'resync' })
  })

  it('has 1 MB for all of its streams together', async () => {
    const { token, id } = await buildUser(server)
    const catalogue = await readHead()
    const half = Math.floor(maxEvents / 2)
    await publishLarge(half, `user:${id}`)
    await publishLarge(half + 2, 'catalogue')
    const since = { user: 0, catalogue }
    const connection = await server.connect({ token, epoch: getEpoch(), since })
    expect(welcomeOf(connection).streams).toMatchObject({ user: { mode: 'replay' }, catalogue: { mode: 'resync' } })
    await waitFor(() => connection.events().length === half)
    expect(seqs(connection, 'user')).toEqual(range(1, half))
    const both = await server.connect({ token, epoch: getEpoch(), since: { ...since, catalogue: catalogue + 2 } })
    expect(welcomeOf(both).streams).toMatchObject({ user: { mode: 'replay' }, catalogue: { mode: 'replay' } })
    await waitFor(() => both.events().length === 2 * half)
  })
})

it('sends events in order to clients that missed different parts of the same', async () => {
  const start = await readHead()
  await publishEvents(180)
  const missed = [180, 179, 130, 51, 50, 49, 1]
  const connections = await Promise.all(
    missed.map((count) => server.connect({ epoch: getEpoch(), since: { catalogue: start + 180 - count } })),
  )
  await publishEvents(1)
  for (const [i, connection] of connections.entries()) {
    await waitFor(() => connection.events().length > missed[i]!)
    expect(seqs(connection)).toEqual(range(start + 181 - missed[i]!, start + 181))
  }
})

it('has no hole when events are pruned during a replay: it is complete, or the connection closes', async () => {
  let closed = 0
  for (let round = 0; round < 40; round += 1) {
    await publishEvents(900)
    const head = await readHead()
    const connecting = server.connect({ epoch: getEpoch(), since: { catalogue: head - 900 } })
    for (let turn = 0; turn < round; turn += 1) await new Promise(setImmediate)
    const pruning = pruneEvents(server.app.db, new Date(Date.now() + 1000))
    const connection = await connecting
    await pruning
    const { mode } = welcomeOf(connection).streams.catalogue as { mode: string }
    const isOver = () => connection.received.at(-1)!.name === 'disconnect' || seqs(connection).length === 900
    if (mode === 'replay') await waitFor(isOver)
    const received = seqs(connection)
    expect(received).toEqual(range(head - 899, head - 900 + received.length))
    if (mode === 'replay' && received.length < 900) closed += 1
    connection.socket.disconnect()
  }
  expect(closed).toBeGreaterThan(0)
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
