import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { streamEvents, streams } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestConnection, type TestServer, waitFor } from '../../app.ts'
import { buildItem, buildPaidOrder, buildStaff, buildUser, changeItem, type TestUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

const modes: [string, Record<string, string>][] = [
  ['with Redis', { REDIS_URL: process.env.TEST_REDIS_URL ?? '' }],
  ['without Redis', {}],
]

/** Without Redis, a sweep each second delivers the events of the other processes; nothing else is shared. */
describe.each(modes.filter(([, env]) => env.REDIS_URL !== ''))('two processes on one database, %s', (_, env) => {
  const withRedis = env.REDIS_URL !== undefined
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>
  let one: TestServer
  let other: TestServer
  let ada: TestUser
  let mira: TestUser
  beforeAll(async () => {
    database = await createPostgresDatabase()
    ;[one, other] = await Promise.all([start(), start()])
    if (withRedis) await waitFor(() => [one, other].every(({ app }) => app.bus.readStats()?.redis === 'healthy'))
    ;[ada, mira] = [await buildUser(one), await buildStaff(one)]
  }, 60_000)
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })
  const start = (settings: Record<string, string> = {}) =>
    startTestServer({ DATABASE_URL: database.url, ...env, ...settings })

  it('delivers an order to staff, and its verification to the customer, on the other process', async () => {
    const [customer, staff] = [await one.connect({ token: ada.token }), await other.connect({ token: mira.token })]
    const order = await buildPaidOrder(one, ada)
    await waitFor(() => staff.eventSummaries().includes('order.changed paid'))
    await other.call('PATCH', `/admin/orders/${order._id}/verify`, undefined, { token: mira.token })
    await waitFor(() => customer.eventSummaries().includes('order.changed verified'))
    expect(staff.eventSummaries().filter((summary) => summary === 'order.changed paid')).toHaveLength(1)
    for (const connection of [customer, staff]) connection.socket.disconnect()
  })

  it('delivers the events of concurrent mutations of both in order and each once', async () => {
    const connections = await Promise.all([one, other, one, other].map((server) => server.connect()))
    const publish = (server: TestServer, n: number) =>
      runMutation(server.app, async (ctx) => ctx.publish('catalogue', { type: 'item.removed', data: { _id: `${n}` } }))
    const [before] = await one.app.db.select().from(streams).where(eq(streams.name, 'catalogue'))
    await Promise.all(Array.from({ length: 100 }, (_, n) => publish(n % 2 ? one : other, n)))
    const stored = await one.app.db.select().from(streamEvents).where(eq(streamEvents.stream, 'catalogue'))
    const expected = stored.map(({ seq }) => seq).filter((seq) => seq > (before?.seq ?? 0))
    for (const connection of connections) {
      await waitFor(() => connection.events().length >= 100)
      expect(connection.events().map(({ seq }) => seq)).toEqual(expected.toSorted((a, b) => a - b))
      connection.socket.disconnect()
    }
  })

  it('replays to a socket what the other process commits while it joins, once', async () => {
    const { epoch } = one.app.streamHeads
    await runMutation(one.app, async ({ publish }) => {
      for (let i = 0; i < 120; i += 1) publish('catalogue', { type: 'item.removed', data: { _id: `${i}` } })
    })
    const [head] = await one.app.db.select().from(streams).where(eq(streams.name, 'catalogue'))
    const since = head!.seq - 120
    const publishing = Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        runMutation(one.app, async ({ publish }) =>
          publish('catalogue', { type: 'item.removed', data: { _id: `late ${i}` } }),
        ),
      ),
    )
    const connections = await Promise.all(
      Array.from({ length: 5 }, () => other.connect({ epoch, since: { catalogue: since } })),
    )
    await publishing
    for (const connection of connections) {
      await waitFor(() => connection.events().length >= 160)
      expect(connection.events().map(({ seq }) => seq)).toEqual(Array.from({ length: 160 }, (_, i) => since + 1 + i))
      connection.socket.disconnect()
    }
  })

  it('ends a session’s sockets on the other process', async () => {
    const { token } = await buildUser(one)
    const connection = await other.connect({ token })
    await one.call('POST', '/auth/logout', {}, { token })
    await waitFor(() => connection.payloads('session.ended').length > 0)
    expect(connection.payloads('session.ended')).toEqual([{ reason: 'logout' }])
  })

  it('answers a visitor with what the other process has just changed', async () => {
    const item = await buildItem(one)
    for (const server of [one, other]) await server.call('GET', '/items')
    await changeItem(one, item.id, { name: 'Renamed' })
    const read = async () => (await other.call<{ name: string }[]>('GET', '/items')).body.data.map(({ name }) => name)
    // With Redis, a visitor's answer may be milliseconds old.
    await waitFor(() => other.app.bus.getHead('catalogue') === one.app.bus.getHead('catalogue'))
    expect(await read()).toContain('Renamed')
  })

  describe.runIf(withRedis)('what isn’t stored', () => {
    it('shows that staff are online, and that they have left', async () => {
      // Those of earlier tests have left.
      await waitFor(() => !one.app.staffPresence.isOnline)
      const customer = await one.connect({ token: ada.token })
      const staff = await other.connect({ token: mira.token })
      await waitFor(() => customer.payloads('presence').at(-1)?.supportOnline === true)
      expect(one.app.staffPresence.isOnline).toBe(true)
      expect((await one.connect({ token: ada.token })).received[0]!.data.supportOnline).toBe(true)
      staff.socket.disconnect()
      await waitFor(() => customer.payloads('presence').at(-1)?.supportOnline === false)
    })

    it('shows who types, but not to the typist', async () => {
      const [customer, typing] = [await one.connect({ token: ada.token }), await other.connect({ token: ada.token })]
      const staff = await one.connect({ token: mira.token })
      await typing.emit('typing', { on: true })
      await waitFor(() => staff.payloads('typing').length > 0)
      expect(staff.payloads('typing')[0]).toMatchObject({ userId: ada.id, who: 'customer', on: true })
      await typing.emit('typing', { on: false })
      await waitFor(() => staff.payloads('typing').at(-1)?.on === false)
      expect(customer.payloads('typing')).toEqual([])
    })

    it('shows a customer who has their order open, and their place in the queue', async () => {
      const [first, second] = [await buildUser(one), await buildUser(one)]
      const ahead = await buildPaidOrder(one, first)
      const order = await buildPaidOrder(one, second)
      const customer = await one.connect({ token: second.token })
      const staff = await other.connect({ token: mira.token })
      await customer.emit('watch', { orderId: order._id })
      const place = customer.payloads('queue').at(-1)!.ahead as number
      expect(place).toBeGreaterThan(0)
      await staff.emit('watch', { orderId: order._id })
      await waitFor(() => customer.payloads('viewing').at(-1)?.name === mira.firstName)
      await staff.emit('unwatch', { orderId: order._id })
      await waitFor(() => customer.payloads('viewing').at(-1)?.name === null)
      await other.call('PATCH', `/admin/orders/${ahead._id}/verify`, undefined, { token: mira.token })
      await waitFor(() => customer.payloads('queue').at(-1)?.ahead === place - 1)
    })

    it('keeps a claim while a tab on the other process holds it', async () => {
      const claim = async () => {
        const { _id } = await buildPaidOrder(one, ada)
        await one.call('POST', `/admin/orders/${_id}/claim`, undefined, { token: mira.token })
        return _id
      }
      const [held, abandoned] = [await claim(), await claim()]
      const open = async (server: TestServer, orderId: string) => {
        const tab = await server.connect({ token: mira.token })
        expect(await tab.emit('watch', { orderId, claiming: true })).toEqual({ success: true })
        return tab
      }
      const tabs = [await open(one, held), await open(one, abandoned)]
      const otherTab = await open(other, held)
      for (const tab of tabs) tab.socket.disconnect()
      const released = () => otherTab.events().filter(({ data }) => data.change === 'released')
      await waitFor(() => released().length > 0)
      expect(released().map(({ data }) => (data.order as { _id: string })._id)).toEqual([abandoned])
      otherTab.socket.disconnect()
    })

    it('limits guesses at one account over all processes, and other accounts not with it', async () => {
      const [limited, alsoLimited] = await Promise.all([start({ RATE_LIMITS: 'on' }), start({ RATE_LIMITS: 'on' })])
      const guess = (server: TestServer, email: string) =>
        server.call('POST', '/auth/login', { email, password: 'a wrong one' })
      let email = ''
      // While Redis takes longer than 150 ms to answer, as on a busy machine, each process counts by itself.
      await vi.waitFor(
        async () => {
          email = `${randomUUID()}@example.com`
          const statuses: number[] = []
          for (let n = 0; n < 8; n += 1) statuses.push((await guess(n % 2 ? limited : alsoLimited, email)).status)
          expect(statuses).toEqual([...Array(5).fill(401), ...Array(3).fill(429)])
        },
        { timeout: 30_000, interval: 1500 },
      )
      const refused = await guess(limited, email)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await guess(limited, 'another@example.com')).status).toBe(401)
      await Promise.all([limited.close(), alsoLimited.close()])
    })

    it('leaves a user the ten newest sockets, over all processes', async () => {
      const { token } = await buildUser(one)
      const connections: TestConnection[] = []
      for (let i = 0; i < 13; i += 1) connections.push(await (i % 2 ? one : other).connect({ token }))
      await waitFor(() => connections.filter(({ socket }) => !socket.connected).length >= 3)
      const crowded = connections.map((connection) => connection.payloads('session.ended')[0]?.reason)
      expect(crowded).toEqual([...Array(3).fill('crowded'), ...Array(10).fill(undefined)])
    })
  })
})
