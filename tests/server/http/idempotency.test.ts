import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { idempotencyKeys, orders } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildUser, fillCart, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await buildUser(server)
})

type Order = Wire['order']
const checkout = ({ token }: TestUser, key: string, body: unknown = { paymentMethod: 'binance' }) =>
  server.call<Order>('POST', '/checkout', body, { token, key })
const ordersOf = ({ id }: TestUser) => server.app.db.$count(orders, eq(orders.userId, id))
const streamPosition = ({ headers }: { headers: Headers }) => headers.get('x-stream-position')

it('answers a repeated request with the first response and changes nothing', async () => {
  await fillCart(server, ada)
  const first = await checkout(ada, 'key-1')
  await fillCart(server, ada)
  await server.call('PATCH', `/checkout/${first.body.data._id}/cancel`, undefined, { token: ada.token })
  const repeated = await checkout(ada, 'key-1')
  expect(repeated.status).toBe(200)
  expect(repeated.body).toEqual(first.body)
  expect(streamPosition(repeated)).toBe(streamPosition(first))
  expect(await ordersOf(ada)).toBe(1)
})

it('publishes events once', async () => {
  const connection = await server.connect({ token: ada.token })
  await fillCart(server, ada)
  for (let i = 0; i < 3; i += 1) await checkout(ada, 'key-1')
  await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token })
  await expect
    .poll(connection.eventSummaries)
    .toEqual(['cart.changed', 'cart.changed', 'order.changed created', 'user.changed'])
})

it('returns 422 for the same key with another body', async () => {
  await fillCart(server, ada)
  await checkout(ada, 'key-1')
  const { status, body } = await checkout(ada, 'key-1', { paymentMethod: 'bank' })
  expect([status, body.error]).toEqual([422, 'key_reused'])
  expect(await ordersOf(ada)).toBe(1)
})

it('gives twenty simultaneous requests the same response and creates one order', async () => {
  await fillCart(server, ada)
  const responses = await Promise.all(Array.from({ length: 20 }, () => checkout(ada, 'key-1')))
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(new Set(responses.map(streamPosition)).size).toBe(1)
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  expect(await ordersOf(ada)).toBe(1)
})

it('handles every request without a key', async () => {
  for (let i = 0; i < 2; i += 1) {
    await fillCart(server, ada)
    await server.call('POST', '/checkout', { paymentMethod: 'binance' }, { token: ada.token })
  }
  expect(await ordersOf(ada)).toBe(2)
})

describe('an error', () => {
  it('is not stored: the same request can succeed later', async () => {
    expect((await checkout(ada, 'key-1')).status).toBe(422)
    await fillCart(server, ada)
    expect((await checkout(ada, 'key-1')).status).toBe(200)
  })

  it('leaves the key free for another body', async () => {
    await fillCart(server, ada)
    expect((await checkout(ada, 'key-1', { paymentMethod: 'bank', subtotal: 1 })).status).toBe(409)
    expect((await checkout(ada, 'key-1', { paymentMethod: 'bank' })).status).toBe(200)
  })
})

describe('a key', () => {
  it('belongs to one user', async () => {
    const sam = await buildUser(server)
    for (const user of [ada, sam]) await fillCart(server, user)
    const [hers, his] = [await checkout(ada, 'key-1'), await checkout(sam, 'key-1')]
    expect(his.status).toBe(200)
    expect(his.body.data._id).not.toBe(hers.body.data._id)
  })

  it('belongs to one route with its path parameters', async () => {
    const { token } = ada
    const [one, two] = [await buildOrder(server, ada), await buildOrder(server, ada)]
    const patch = (id: string, action: string, body?: unknown) =>
      server.call<Order>('PATCH', `/checkout/${id}/${action}`, body, { token, key: 'key-1' })
    const responses = [
      await patch(one._id, 'cancel'),
      await patch(two._id, 'cancel'),
      await patch(one._id, 'cancel'),
      await patch(one._id, 'mark-paid', {}),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 409])
    expect(responses[1]!.body.data._id).toBe(two._id)
  })

  it.each(['', ' ', 'two words', 'x'.repeat(256)])('is 1 to 255 visible ASCII characters, not %j', async (key) => {
    await fillCart(server, ada)
    const { status, body } = await checkout(ada, key)
    expect([status, body.message]).toEqual([400, 'Idempotency-Key must be 1 to 255 visible ASCII characters.'])
    expect(await ordersOf(ada)).toBe(0)
  })

  it('is stored with the response, without the access token', async () => {
    await fillCart(server, ada)
    await checkout(ada, 'key-1')
    const rows = await server.app.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, ada.id))
    expect(rows).toHaveLength(1)
    expect(JSON.parse(rows[0]!.answer)).toMatchObject({ success: true, message: 'Order created' })
    expect(JSON.stringify(rows)).not.toContain(ada.token)
  })
})

it('keeps the response across a restart', async () => {
  const first = await startTestServer()
  const user = await buildUser(first)
  await fillCart(first, user)
  const options = { token: user.token, key: 'key-1' }
  const original = await first.call('POST', '/checkout', { paymentMethod: 'bank' }, options)
  await first.stop()
  const second = await startTestServer({}, first.folder)
  const repeated = await second.call('POST', '/checkout', { paymentMethod: 'bank' }, options)
  expect(repeated.body).toEqual(original.body)
  expect(streamPosition(repeated)).toBe(streamPosition(original))
  await second.close()
})
