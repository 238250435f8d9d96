import { afterAll, beforeAll, expect, it } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { createEventBus, type EventBus } from '../../../server/events/event-bus.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { createStreamHeads, visibleStreams } from '../../../server/events/stream-heads.ts'
import { startTestServer, type TestServer } from '../../app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const customer = (id: string) => ({ id, isAdmin: false })
const publishHead = (bus: EventBus, stream: string, seq: number) =>
  bus.publish('events', [{ stream, seq, type: 'item.removed', at: new Date(), data: '{}' }])

it('shows visitors the catalogue, customers their own stream too, and staff theirs', () => {
  expect(visibleStreams(null)).toEqual({ catalogue: 'catalogue' })
  expect(visibleStreams(customer('ada'))).toEqual({ user: 'user:ada', catalogue: 'catalogue' })
  expect(visibleStreams({ id: 'mira', isAdmin: true })).toEqual({
    user: 'user:mira',
    staff: 'staff',
    catalogue: 'catalogue',
  })
})

it('reads heads from the database, and 0 for a stream without events', async () => {
  const { db, streamHeads } = server.app
  await runMutation(server.app, async ({ publish }) => {
    for (const id of ['one', 'two']) publish('user:ada', { type: 'item.removed', data: { _id: id } })
  })
  const { epoch } = streamHeads
  const restarted = await createStreamHeads(db, createEventBus())
  expect(await restarted.readCursor(customer('ada'))).toEqual({ epoch, heads: { user: 2, catalogue: 0 } })
  expect(await restarted.readHeads(customer('eve'))).toEqual([
    { name: 'user', stream: 'user:eve', head: 0, oldest: 1 },
    { name: 'catalogue', stream: 'catalogue', head: 0, oldest: 1 },
  ])
})

// On Postgres, other processes move the heads too, so they are read each time, or known to the bus.
const isCached = dialect === 'sqlite'

it.runIf(isCached)('never moves a head back', async () => {
  const bus = createEventBus()
  const { readCursor } = await createStreamHeads(server.app.db, bus)
  publishHead(bus, 'user:late', 5)
  publishHead(bus, 'user:late', 3)
  expect((await readCursor(customer('late'))).heads.user).toBe(5)
})

it.runIf(isCached)(
  'updates the visitors’ cursor when the catalogue changes, and returns the same one until then',
  async () => {
    const bus = createEventBus()
    const { readCursor, formatCursor } = await createStreamHeads(server.app.db, bus)
    const before = await readCursor(null)
    expect(await readCursor(null)).toBe(before)
    const text = formatCursor(before)
    publishHead(bus, 'catalogue', 7)
    const after = await readCursor(null)
    expect(after.heads).toEqual({ catalogue: 7 })
    expect(formatCursor(after)).not.toBe(text)
    expect(formatCursor(before)).toBe(text)
  },
)

it.runIf(isCached)(
  'evicts the oldest of more than 50,000 cached heads, and reads it from the database again',
  async () => {
    const bus = createEventBus()
    const { readCursor } = await createStreamHeads(server.app.db, bus)
    const userHead = async (id: string) => (await readCursor(customer(id))).heads.user
    publishHead(bus, 'user:first', 9)
    for (let i = 1; i < 49_999; i += 1) publishHead(bus, `user:${i}`, 1)
    // The catalogue's head is the 50,000th.
    expect(await userHead('first')).toBe(9)
    publishHead(bus, 'user:first', 10)
    expect(await userHead('first')).toBe(10)
    publishHead(bus, 'user:last', 1)
    expect(await userHead('first')).toBe(0)
    expect(await userHead('last')).toBe(1)
  },
)
