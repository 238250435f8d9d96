import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { dialect } from '../../../drizzle/kit.ts'
import { streamEvents, streams } from '../../../drizzle/schema.ts'
import { startScheduler } from '../../../server/jobs/scheduler.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { parseStreamCursor } from '../../../shared/stream-cursor.ts'
import { eventData } from '../../../shared/staff-events.ts'
import { type EventType, WireEvent } from '../../../shared/stream.ts'
import { type TestConnection, startTestServer, type TestServer, waitFor, type Wire } from '../../app.ts'
import { buildCoupon, buildItem, buildOrder, buildPaidOrder, buildStaff, buildUser, fillCart } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const publishEvent = (id: string, stream = 'catalogue') =>
  runMutation(server.app, async ({ publish }) => publish(stream, { type: 'item.removed', data: { _id: id } }))
const seqs = (connection: TestConnection, stream: string) =>
  connection
    .events()
    .filter((event) => event.stream === stream)
    .map((event) => event.seq)
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
const readHead = async (stream: string) => {
  const [row] = await server.app.db.select().from(streams).where(eq(streams.name, stream))
  return row?.seq ?? 0
}

it('sends each event once and in order to sockets that join while events are committed', async () => {
  const start = await readHead('catalogue')
  const { epoch } = server.app.streamHeads
  const publishing = Promise.all(Array.from({ length: 400 }, (_, i) => publishEvent(`busy ${i}`)))
  const connections: TestConnection[] = []
  for (let i = 0; i < 6; i += 1) connections.push(await server.connect({ epoch, since: { catalogue: start } }))
  await publishing
  for (const connection of connections) {
    await waitFor(() => seqs(connection, 'catalogue').length >= 400)
    expect(connection.received[0]!.name).toBe('welcome')
    expect(seqs(connection, 'catalogue')).toEqual(range(start + 1, start + 400))
  }
})

it('misses nothing between a response and the stream from its cursor on', async () => {
  const ada = await buildUser(server)
  const adding = Promise.all(
    Array.from({ length: 30 }, async () => {
      const item = await buildItem(server)
      return server.call('POST', '/cart', { item: item.id }, { token: ada.token })
    }),
  )
  const cart = await server.call<Wire['line'][]>('GET', '/cart', undefined, { token: ada.token })
  const { epoch, heads } = parseStreamCursor(cart.headers.get('x-stream-position'))!
  const connection = await server.connect({ token: ada.token, epoch, since: heads })
  await adding
  await waitFor(() => seqs(connection, 'user').at(-1) === 30)
  expect(seqs(connection, 'user')).toEqual(range(heads.user! + 1, 30))
  const last = connection.events().findLast((event) => event.type === 'cart.changed')!
  const now = await server.call('GET', '/cart', undefined, { token: ada.token })
  expect(last.data).toMatchObject({ count: 30, lines: now.body.data as never })
})

// On Postgres, the bus delivers a thousand at a time.
it.runIf(dialect === 'sqlite')(
  'takes more events at once than a call may have arguments, also while a socket joins',
  async () => {
    const { id, token } = await buildUser(server)
    for (let i = 0; i < 500; i += 1) await publishEvent('missed')
    const head = await readHead('catalogue')
    // A replay takes several turns, during which it joins.
    const auth = { token, epoch: server.app.streamHeads.epoch, since: { catalogue: head - 500 } }
    const event = { stream: `user:${id}`, seq: 1, type: 'item.removed', at: new Date(), data: '{"_id":"x"}' } as const
    const events = Array.from({ length: 200_000 }, () => event)
    const received = new AbortController()
    const connecting = server.connect(auth).finally(() => received.abort())
    while (!received.signal.aborted) {
      server.app.bus.publish('events', events)
      await new Promise(setImmediate)
    }
    // It missed more than a replay may have, and connects again.
    const connection = await connecting
    await waitFor(() => connection.received.at(-1)!.name === 'disconnect')
    expect(seqs(connection, 'user')).toEqual([])
    expect((await server.connect({ token })).received[0]!.name).toBe('welcome')
  },
)

it('gives no number to the events of a rejected mutation', async () => {
  const headBefore = await readHead('catalogue')
  const rejected = runMutation(server.app, async ({ publish }) => {
    publish('catalogue', { type: 'item.removed', data: { _id: 'never' } })
    throw new Error('no')
  })
  await Promise.all([publishEvent('one'), expect(rejected).rejects.toThrow('no'), publishEvent('two')])
  const rows = await server.app.db.select().from(streamEvents).where(eq(streamEvents.stream, 'catalogue'))
  expect(rows.some((row) => row.data.includes('never'))).toBe(false)
  expect(await readHead('catalogue')).toBe(headBefore + 2)
})

it('sends a change to its customer and to staff, each in their own form, and to nobody else', async () => {
  const [ada, eve] = [await buildUser(server, { firstName: 'Ada' }), await buildUser(server, { firstName: 'Eve' })]
  const mira = await buildStaff(server, { firstName: 'Mira' })
  const customer = await server.connect({ token: ada.token })
  const staff = await server.connect({ token: mira.token })
  const [stranger, visitor] = [await server.connect({ token: eve.token }), await server.connect()]

  const order = await buildPaidOrder(server, ada)
  await server.call('POST', `/admin/orders/${order._id}/claim`, undefined, { token: mira.token })
  await server.call('PATCH', `/admin/orders/${order._id}/verify`, undefined, { token: mira.token })
  await server.call('PATCH', `/admin/orders/${order._id}/complete`, { delivery: 'CANARY-9' }, { token: mira.token })
  await waitFor(
    () =>
      customer.eventSummaries().includes('order.changed completed') &&
      staff.eventSummaries().includes('order.changed completed'),
  )
  await publishEvent('last')
  await waitFor(() => [stranger, visitor].every((one) => one.events().some((event) => event.data._id === 'last')))

  const changes = ['created', 'paid', 'claimed', 'verified', 'completed']
  const changesOf = (connection: TestConnection) =>
    connection.events().filter((event) => event.type === 'order.changed')
  expect(changesOf(customer).map((event) => event.data.change)).toEqual(changes)
  expect(changesOf(staff).map((event) => event.data.change)).toEqual(changes)
  expect(changesOf(customer).every((event) => event.stream === 'user')).toBe(true)
  expect(changesOf(staff).every((event) => event.stream === 'staff')).toBe(true)
  for (const name of ['customer', 'referenceReused', 'checkingBy']) {
    expect(changesOf(staff).every((event) => name in (event.data.order as object))).toBe(true)
    expect(changesOf(customer).some((event) => name in (event.data.order as object))).toBe(false)
  }
  const [own, forStaff] = [
    await server.call('GET', `/checkout/${order._id}`, undefined, { token: ada.token }),
    await server.call('GET', `/admin/orders/${order._id}`, undefined, { token: mira.token }),
  ]
  // The accounts that receive money are in the customer's own GET alone.
  const { transferTo, request, ...sent } = own.body.data
  expect(transferTo).toBeDefined()
  const { request: sentRequest, ...received } = changesOf(customer).at(-1)!.data.order as Record<string, object>
  expect(received).toEqual(sent)
  expect(request).toMatchObject(sentRequest!)
  expect(request).toHaveProperty('account')
  for (const name of ['account', 'address']) expect(sentRequest).not.toHaveProperty(name)
  expect(changesOf(staff).at(-1)!.data.order).toEqual(forStaff.body.data)

  for (const one of [stranger, visitor]) expect(one.events().map((event) => event.data._id)).toEqual(['last'])
  expect(JSON.stringify([customer.received, staff.received, stranger.received, visitor.received])).not.toContain(
    'CANARY',
  )
})

it('stores the events as they are sent, in the shape of the contract', async () => {
  const ada = await buildUser(server)
  const mira = await buildStaff(server)
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
  const coupon = await buildCoupon(server)
  const order = await buildOrder(server, ada)
  await server.call('PATCH', `/checkout/${order._id}/apply-coupon`, { couponId: coupon.id }, { token: ada.token })
  await server.call('PATCH', `/checkout/${order._id}/mark-paid`, {}, { token: ada.token })
  await server.call('PATCH', `/admin/orders/${order._id}/verify`, undefined, { token: mira.token })
  await server.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'As agreed' }, { token: mira.token })
  await server.call('POST', '/auth/change-currency', { currency: 'LKR' }, { token: ada.token })
  await server.call('POST', '/notifications/mark-all-read', undefined, { token: ada.token })
  await waitFor(
    () =>
      customer.eventSummaries().includes('notification.read') &&
      staff.eventSummaries().includes('order.changed refunded'),
  )

  const types = new Set(customer.events().map((event) => event.type))
  expect([...types].toSorted()).toEqual([
    'cart.changed',
    'notification.created',
    'notification.read',
    'order.changed',
    'points.changed',
    'user.changed',
  ])
  for (const event of [...customer.events(), ...staff.events()]) {
    expect(z.safeDecode(WireEvent, event as never).error).toBeUndefined()
    const schema = eventData[event.type as EventType] as z.ZodMiniType
    const decoded = z.safeDecode(schema, event.data)
    expect(decoded.error).toBeUndefined()
    expect(JSON.parse(JSON.stringify(z.encode(schema, decoded.data as never)))).toEqual(event.data)
  }
  const stored = await server.app.db
    .select()
    .from(streamEvents)
    .where(eq(streamEvents.stream, `user:${ada.id}`))
  expect(customer.events().map(({ seq, type, at, data }) => ({ seq, type, at, data }))).toEqual(
    stored
      .toSorted((one, other) => one.seq - other.seq)
      .map(({ seq, type, at, data }) => ({ seq, type, at: at.toISOString(), data: JSON.parse(data) })),
  )
  expect(seqs(customer, 'user')).toEqual(range(1, stored.length))
})

it('keeps every stream gapless under concurrent orders, and staff receive all of them', async () => {
  const mira = await buildStaff(server)
  const staff = await server.connect({ token: mira.token })
  const start = await readHead('staff')
  const customers = await Promise.all(Array.from({ length: 12 }, () => buildUser(server)))
  const connections = await Promise.all(customers.map(({ token }) => server.connect({ token })))
  await Promise.all(customers.map((customer) => fillCart(server, customer)))
  const placed = await Promise.all(
    customers.map(({ token }) => server.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank' }, { token })),
  )
  await Promise.all(
    placed.map(({ body }, i) =>
      server.call('PATCH', `/checkout/${body.data._id}/mark-paid`, {}, { token: customers[i]!.token }),
    ),
  )
  // Each of the twelve placed an order and paid.
  await waitFor(() => seqs(staff, 'staff').length >= 24)
  expect(seqs(staff, 'staff')).toEqual(range(start + 1, start + 24))
  const paid = staff.events().filter((event) => event.data.change === 'paid')
  expect(new Set(paid.map((event) => (event.data.order as Wire['order'])._id)).size).toBe(12)
  for (const [i, connection] of connections.entries()) {
    await waitFor(() => connection.eventSummaries().includes('order.changed paid'))
    const head = await readHead(`user:${customers[i]!.id}`)
    await waitFor(() => seqs(connection, 'user').length >= head)
    expect(seqs(connection, 'user')).toEqual(range(1, head))
  }
})

it('sends events of the scheduler like any others', async () => {
  const [ada, mira] = [await buildUser(server), await buildStaff(server)]
  const order = await buildPaidOrder(server, ada)
  await server.call('POST', `/admin/orders/${order._id}/claim`, undefined, { token: mira.token })
  const { orders } = await import('../../../drizzle/schema.ts')
  await server.app.db
    .update(orders)
    .set({ claimUntil: new Date(Date.now() - 1) })
    .where(eq(orders.id, order._id))
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
  const stopScheduler = startScheduler(server.app)
  await waitFor(
    () =>
      customer.eventSummaries().includes('order.changed released') &&
      staff.eventSummaries().includes('order.changed released'),
  )
  await stopScheduler()
  expect(customer.events()[0]).toMatchObject({ data: { order: { checking: null } } })
})
