import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

const first = 'CANARY-OLD: https://example.com/join'
const second = 'CANARY-NEW: https://example.com/other'
let server: TestServer
let ada: TestUser
let mira: TestUser
let id: string
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
})
afterAll(() => server.close())
beforeEach(async () => {
  id = (await buildVerifiedOrder(server, ada, mira))._id
})

type Order = Wire['order']
const patch = (action: string, body: unknown, user = mira, key?: string) =>
  server.call<Order>('PATCH', `/admin/orders/${id}/${action}`, body, { token: user.token, ...(key && { key }) })
const open = async () =>
  (await server.call<{ note: string }>('POST', `/checkout/${id}/delivery`, undefined, { token: ada.token })).body.data
const read = async () => (await server.call<Order>('GET', `/checkout/${id}`, undefined, { token: ada.token })).body.data
const latestNotification = async () =>
  (await server.call('GET', '/notifications?limit=1', undefined, { token: ada.token })).body.notifications[0]!

it('replaces a delivery; the customer is notified and opens the new one', async () => {
  await patch('complete', { delivery: first })
  expect(await open()).toEqual({ note: first })
  const { deliveryOpenedAt } = await read()
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
  const changed = await patch('delivery', { delivery: ` ${second} ` })
  expect(changed.body).toMatchObject({
    message: 'Delivery updated',
    data: {
      paymentStatus: 'verified',
      orderStatus: 'completed',
      hasDelivery: true,
      deliveryOpenedAt,
      deliveryChangedAt: expect.any(String) as string,
      deliveryReopenedAt: null,
    },
  })
  expect(changed.body.data.history.at(-1)).toMatchObject({ what: 'redelivered', who: 'staff', name: 'Mira', note: '' })
  await expect.poll(customer.eventSummaries).toEqual(['notification.created', 'order.changed redelivered'])
  await expect.poll(staff.eventSummaries).toContain('order.changed redelivered')
  expect(await latestNotification()).toMatchObject({
    type: 'info',
    message: `The delivery of your order #${id.slice(-6).toUpperCase()} was updated`,
    link: `/orders/details/${id}`,
  })

  expect(await open()).toEqual({ note: second })
  const reopened = await read()
  expect(reopened.deliveryOpenedAt).toBe(deliveryOpenedAt)
  expect(Date.parse(reopened.deliveryReopenedAt!)).toBeGreaterThanOrEqual(Date.parse(reopened.deliveryChangedAt!))
  await expect.poll(() => customer.eventSummaries().at(-1)).toBe('order.changed completed')
  await open()
  expect((await read()).deliveryReopenedAt).toBe(reopened.deliveryReopenedAt)

  await patch('delivery', { delivery: first })
  expect(await read()).toMatchObject({ deliveryOpenedAt, deliveryReopenedAt: null })
})

it('adds a delivery to an order that was completed without', async () => {
  await patch('complete', undefined)
  expect((await patch('delivery', { delivery: first })).body.data).toMatchObject({
    hasDelivery: true,
    deliveryOpenedAt: null,
  })
  expect((await latestNotification()).message).toBe(`Order #${id.slice(-6).toUpperCase()} has a delivery for you`)
  expect(await open()).toEqual({ note: first })
  const { deliveryOpenedAt, deliveryReopenedAt } = await read()
  expect(deliveryOpenedAt).toBe(deliveryReopenedAt)
})

it('is audited without the text, which is in no response, event or row', async () => {
  await patch('complete', { delivery: first })
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
  const responses: unknown[] = [
    await patch('delivery', { delivery: second }, mira, 'same'),
    await patch('delivery', { delivery: second }, mira, 'same'),
    await server.call('GET', `/admin/orders/${id}`, undefined, { token: mira.token }),
    await read(),
  ]
  await expect.poll(staff.eventSummaries).toContain('order.changed redelivered')
  await expect.poll(customer.eventSummaries).toContain('order.changed redelivered')
  const [entry] = await server.app.db
    .select()
    .from(schema.audit)
    .where(eq(schema.audit.action, 'order.change-delivery'))
  expect(entry).toMatchObject({ actorId: mira.id, subject: 'order', subjectId: expect.any(String) as string })
  const rows = await Promise.all(Object.values(schema).map((table) => server.app.db.select().from(table as never)))
  expect(JSON.stringify([responses, customer.received, staff.received, rows])).not.toContain('CANARY')
  const changes = (await read()).history.filter(({ what }) => what === 'redelivered')
  expect(changes, 'a repeated request changes nothing').toHaveLength(1)
})

it('returns 409 in any other state, and changes nothing', async () => {
  const processing = await patch('delivery', { delivery: second })
  expect([processing.status, processing.body.error]).toEqual([409, 'order_not_completed'])
  await patch('complete', { delivery: first })
  await patch('refund', { reason: 'Sent back' })
  expect((await patch('delivery', { delivery: second })).status).toBe(409)
  expect(await open()).toEqual({ note: first })
  expect((await read()).deliveryChangedAt).toBeNull()
  id = (await buildPaidOrder(server, ada))._id
  expect((await patch('delivery', { delivery: second })).status).toBe(409)
  id = 'none'
  expect((await patch('delivery', { delivery: second })).status).toBe(404)
})

it('rejects customers and bad input', async () => {
  await patch('complete', { delivery: first })
  expect((await patch('delivery', { delivery: second }, ada)).status).toBe(403)
  for (const body of [
    {},
    { delivery: ' ' },
    { delivery: 'x'.repeat(5001) },
    { delivery: 7 },
    { delivery: 'x', a: 1 },
  ]) {
    expect((await patch('delivery', body)).status, JSON.stringify(body)).toBe(400)
  }
  expect(await open()).toEqual({ note: first })
})
