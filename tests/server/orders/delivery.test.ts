import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { decryptDelivery, encryptDelivery } from '../../../server/orders/delivery.ts'
import { type Secrets, decrypt } from '../../../server/encryption.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

const note = 'CANARY-7Q2-MAPLE: https://example.com/join\nGood for one account ✓'
let server: TestServer
let ada: TestUser
let mira: TestUser
let id: string
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  id = (await buildVerifiedOrder(server, ada, mira))._id
})

type Order = Wire['order']
const complete = (body: unknown, key?: string) =>
  server.call<Order>('PATCH', `/admin/orders/${id}/complete`, body, { token: mira.token, ...(key && { key }) })
const open = ({ token }: TestUser) =>
  server.call<{ note: string }>('POST', `/checkout/${id}/delivery`, undefined, { token })
const read = async () => (await server.call<Order>('GET', `/checkout/${id}`, undefined, { token: ada.token })).body.data

it('lets the customer open a delivery, and records and publishes the first opening', async () => {
  const done = await complete({ delivery: `  ${note} ` })
  expect(done.body.data).toMatchObject({ orderStatus: 'completed', hasDelivery: true, deliveryOpenedAt: null })
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
  expect((await open(ada)).body.data).toEqual({ note })
  const { deliveryOpenedAt } = await read()
  expect(Date.parse(deliveryOpenedAt!)).toBeGreaterThan(Date.now() - 10_000)
  await expect.poll(customer.eventSummaries).toEqual(['order.changed completed'])
  await expect.poll(staff.eventSummaries).toEqual(['order.changed completed'])

  expect((await open(ada)).body.data).toEqual({ note })
  expect((await read()).deliveryOpenedAt).toBe(deliveryOpenedAt)
  await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token })
  await expect.poll(customer.eventSummaries).toEqual(['order.changed completed', 'user.changed'])
})

it('does not appear in any other response, event, row or notification', async () => {
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
  const responses: unknown[] = [await complete({ delivery: note }, 'k'), await complete({ delivery: note }, 'k')]
  await open(ada)
  for (const path of [`/checkout/${id}`, '/checkout', '/notifications', '/logs', '/dashboard']) {
    responses.push(await server.call('GET', path, undefined, { token: ada.token }))
  }
  for (const path of [`/admin/orders/${id}`, '/admin/orders', `/admin/orders?q=canary`]) {
    responses.push(await server.call('GET', path, undefined, { token: mira.token }))
  }
  await expect.poll(customer.eventSummaries).toContain('order.changed completed')
  await expect.poll(staff.eventSummaries).toContain('order.changed completed')
  const rows = await Promise.all(Object.values(schema).map((table) => server.app.db.select().from(table as never)))
  expect(rows.flat().length).toBeGreaterThan(10)
  expect(JSON.stringify([responses, customer.received, staff.received, rows])).not.toMatch(/CANARY|MAPLE/)
})

it('returns 404 to staff and other customers, and 401 to visitors', async () => {
  await complete({ delivery: note })
  expect((await open(mira)).body.message).toBe('Order not found')
  expect((await open(await buildUser(server))).status).toBe(404)
  expect((await server.call('POST', `/checkout/${id}/delivery`)).status).toBe(401)
  expect((await read()).deliveryOpenedAt).toBeNull()
})

it('returns 404 for an order completed without a delivery', async () => {
  expect((await complete(undefined)).body.data).toMatchObject({ orderStatus: 'completed', hasDelivery: false })
  const { status, body } = await open(ada)
  expect([status, body.message]).toEqual([404, 'Nothing was delivered with this order.'])
})

it.each([{ delivery: '' }, { delivery: '   ' }, { delivery: 'x'.repeat(5001) }, { delivery: 7 }, { note: 'x' }])(
  'rejects %j',
  async (body) => {
    expect((await complete(body)).status).toBe(400)
    expect((await read()).orderStatus).toBe('processing')
  },
)

it('can’t be decrypted for another order, with another secret, or after tampering', () => {
  const [one, another] = ['one secret', 'another'].map((secret) => ({ secret, previousSecret: null })) as [
    Secrets,
    Secrets,
  ]
  const encrypted = encryptDelivery(one, 'order 1', note)
  expect(decryptDelivery(one, 'order 1', encrypted)).toBe(note)
  expect(encryptDelivery(one, 'order 1', note)).not.toBe(encrypted)
  expect(() => decryptDelivery(one, 'order 2', encrypted)).toThrow()
  expect(() => decryptDelivery(another, 'order 1', encrypted)).toThrow()
  const [scheme, text] = encrypted.split('.')
  const bytes = Buffer.from(text!, 'base64')
  bytes[20]! ^= 1
  expect(() => decryptDelivery(one, 'order 1', `${scheme}.${bytes.toString('base64')}`)).toThrow()
})

it('can be decrypted with the previous secret, but not without it', () => {
  const encrypted = encryptDelivery({ secret: 'the first', previousSecret: null }, 'order 1', note)
  expect(decryptDelivery({ secret: 'the second', previousSecret: 'the first' }, 'order 1', encrypted)).toBe(note)
  expect(() => decryptDelivery({ secret: 'the third', previousSecret: 'the second' }, 'order 1', encrypted)).toThrow()
})

it('can decrypt notes written by the first version of the app', () => {
  const encrypted =
    'DRD4KwTPrSWRti0d46Nm0B0biW4JDqaEzB92RuNQONaPR7xbOYrLPUOFjLmk7nGkZNLB7pEXP0IZOiY9EIGgUNp98AZqoTR7GvPF0I6lhZ+ecP+/bvsjVg=='
  const plainText = 'MAPLE-7Q2: https://example.com/join\nGood for one account ✓'
  const order = 'order0000000000000000a'
  const secrets = { secret: 'a secret for tests, and for nothing else', previousSecret: null }
  expect(decryptDelivery(secrets, order, encrypted)).toBe(plainText)
  expect(() => decryptDelivery(secrets, id, encrypted)).toThrow()
  expect(() => decrypt(secrets, 'second factor', order, encrypted)).toThrow()
})

it('returns 500 when a note can’t be decrypted, and doesn’t record an opening', async () => {
  await complete({ delivery: note })
  await server.app.db.update(schema.orders).set({ deliveryNote: 'AAAA' }).where(eq(schema.orders.id, id))
  expect((await open(ada)).status).toBe(500)
  expect((await read()).deliveryOpenedAt).toBeNull()
})
