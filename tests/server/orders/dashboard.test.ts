import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderEvents, orders } from '../../../drizzle/schema.ts'
import { readDashboard } from '../../../server/orders/dashboard.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, changeItem, buildStaff, buildUser, buildVerifiedOrder } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('sums verified payments without refunds, and what was saved on list prices', async () => {
  const [ada, staff] = [await buildUser(server), await buildStaff(server)]
  await buildOrder(server, ada)
  await buildPaidOrder(server, ada)
  const verified = await buildVerifiedOrder(server, ada, staff, { price: 1500, oldPrice: 2000 })
  const refunded = await buildVerifiedOrder(server, ada, staff, { price: 900, oldPrice: 1000 })
  await server.call('PATCH', `/admin/orders/${refunded._id}/refund`, { reason: 'As agreed.' }, { token: staff.token })

  const { body } = await server.call('GET', '/dashboard', undefined, { token: ada.token })
  expect(body.data).toMatchObject({
    stats: { orders: 4, waiting: 2, completed: 0, spent: 15, saved: 5, points: 15 },
    recentPurchases: [{ _id: verified._id }],
  })
  const { months } = body.data as unknown as { months: { month: string; spent: number }[] }
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ month: new Date().toISOString().slice(0, 7), spent: 15 })

  const logs = await server.call('GET', '/logs', undefined, { token: ada.token })
  expect(logs.body.data).toHaveLength(4)
  expect(logs.body.data).toMatchObject({
    0: { type: 'purchase', description: expect.stringMatching(/^Placed order #/) },
  })
})

it('sums the last twelve months by verification, and shows the five latest purchases', async () => {
  const [ada, staff] = [await buildUser(server), await buildStaff(server)]
  const ids: string[] = []
  for (const [i, verifiedAt] of [
    '2025-03-31T23:59:59.999Z',
    '2025-04-01T00:00:00.000Z',
    '2026-02-28T12:00:00.000Z',
    '2026-02-28T12:00:00.000Z',
    '2026-03-01T00:00:00.000Z',
    '2026-03-31T22:00:00.000Z',
  ].entries()) {
    const { _id } = await buildVerifiedOrder(server, ada, staff, { price: 1000 * (i + 1) })
    await server.app.db
      .update(orders)
      .set({ verifiedAt: new Date(verifiedAt), createdAt: new Date(Date.parse(verifiedAt) - 60_000 + i) })
      .where(eq(orders.id, _id))
    ids.push(_id)
  }
  await server.call('PATCH', `/admin/orders/${ids[0]}/complete`, {}, { token: staff.token })

  const { stats, months, recentPurchases } = await readDashboard(
    server.app.db,
    ada.id,
    new Date('2026-03-31T23:00:00.000Z'),
  )
  expect(stats).toMatchObject({ orders: 6, waiting: 0, completed: 1, spent: 21_000, saved: 0 })
  expect(months).toHaveLength(12)
  expect(months.filter(({ spent }) => spent > 0)).toEqual([
    { month: '2025-04', spent: 2000 },
    { month: '2026-02', spent: 7000 },
    { month: '2026-03', spent: 11_000 },
  ])
  expect(recentPurchases.map(({ _id }) => _id)).toEqual(ids.slice(1).toReversed())
})

it('lists what ends within 30 days, soonest first, unless it was bought again', async () => {
  const [ada, sam, staff] = [await buildUser(server), await buildUser(server), await buildStaff(server)]
  const buyAgain = async (itemId: string) => {
    await server.call('POST', '/cart', { item: itemId, count: 1 }, { token: ada.token })
    const { body } = await server.call<Wire['order']>(
      'POST',
      '/checkout',
      { paymentMethod: 'bank' },
      { token: ada.token },
    )
    await server.call('PATCH', `/checkout/${body.data._id}/mark-paid`, { paymentMethod: 'bank' }, { token: ada.token })
    await server.call('PATCH', `/admin/orders/${body.data._id}/verify`, undefined, { token: staff.token })
  }
  const deliver = async (name: string, months: number, deliveredAt: string, customer = ada) => {
    const order = await buildVerifiedOrder(server, customer, staff, { name, months })
    await server.call('PATCH', `/admin/orders/${order._id}/complete`, {}, { token: staff.token })
    await server.app.db
      .update(orderEvents)
      .set({ at: new Date(deliveredAt) })
      .where(and(eq(orderEvents.orderId, order._id), eq(orderEvents.what, 'completed')))
    return order
  }
  const now = new Date('2026-06-15T12:00:00.000Z')
  await deliver('Ends in a month and a day', 12, '2025-07-16T12:00:00.001Z')
  await deliver('Has just ended', 12, '2025-06-15T12:00:00.000Z')
  await deliver('Started last week', 1, '2026-06-08T12:00:00.000Z')
  const month = await deliver('Started three weeks ago', 1, '2026-05-25T12:00:00.000Z')
  const year = await deliver('Ends today', 12, '2025-06-15T12:00:00.001Z')
  const again = await deliver('Is bought again', 12, '2025-06-20T12:00:00.000Z')
  const refunded = await deliver('Was refunded', 12, '2025-06-20T12:00:00.000Z')
  await deliver('Another customer’s', 12, '2025-06-20T12:00:00.000Z', sam)
  await server.call('PATCH', `/admin/orders/${refunded._id}/refund`, { reason: 'As agreed.' }, { token: staff.token })
  await buyAgain(again.items[0]!.item)
  await changeItem(server, month.items[0]!.item, { months: 12, archivedAt: new Date() })

  const { ending } = await readDashboard(server.app.db, ada.id, now)
  expect(ending).toMatchObject([
    { name: 'Ends today', endsAt: now.getTime() + 1, item: year.items[0]!.item, isSold: true },
    { name: 'Started three weeks ago', endsAt: Date.parse('2026-06-25T12:00:00.000Z'), isSold: false },
  ])
  expect(ending).toHaveLength(2)
})

it('returns zeros without orders, and requires a login', async () => {
  const newcomer = await buildUser(server)
  const { body } = await server.call('GET', '/dashboard', undefined, { token: newcomer.token })
  expect(body.data).toMatchObject({ stats: { orders: 0, spent: 0, saved: 0, points: 0 }, recentPurchases: [] })
  expect(await server.call('GET', '/dashboard')).toMatchObject({ status: 401 })
})
