import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { expire, findOverdueOrders } from '../../../server/orders/expire.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer({ ORDER_EXPIRY_HOURS: '5' })
  ada = await buildUser(server)
})
afterAll(() => server.close())

const expireOverdue = async () => {
  for (const { id } of await findOverdueOrders(server.app.db)) await runMutation(server.app, (ctx) => expire(ctx, id))
}
const read = async (id: string) =>
  (await server.call<Wire['order']>('GET', `/checkout/${id}`, undefined, { token: ada.token })).body.data
const setExpiry = (id: string, msFromNow: number) =>
  server.app.db
    .update(orders)
    .set({ expiresAt: new Date(Date.now() + msFromNow) })
    .where(eq(orders.id, id))

it('sets the expiry from ORDER_EXPIRY_HOURS', async () => {
  const order = await buildOrder(server, ada)
  expect(Date.parse(order.expiresAt) - Date.parse(order.createdAt)).toBe(5 * 3_600_000)
})

it('cancels an overdue order and notifies its customer', async () => {
  const order = await buildOrder(server, ada)
  const phone = await server.connect({ token: ada.token })
  await setExpiry(order._id, -1)
  await expireOverdue()
  const expired = await read(order._id)
  expect(expired).toMatchObject({ paymentStatus: 'cancelled', orderStatus: 'failed' })
  expect(expired.history.at(-1)).toMatchObject({ what: 'expired', who: 'store', name: '' })
  await expect.poll(phone.eventSummaries).toEqual(['notification.created', 'order.changed expired'])
  const { body } = await server.call('GET', '/notifications', undefined, { token: ada.token })
  expect(body.notifications[0]).toMatchObject({
    type: 'warning',
    message: `Your order #${order._id.slice(-6).toUpperCase()} was not paid in time and has expired`,
    link: `/orders/details/${order._id}`,
  })
  expect((await server.call('PATCH', `/checkout/${order._id}/mark-paid`, {}, { token: ada.token })).status).toBe(409)
})

it('leaves orders alone that still have time, are paid or are cancelled', async () => {
  const [early, paid, cancelled] = [
    await buildOrder(server, ada),
    await buildPaidOrder(server, ada),
    await buildOrder(server, ada),
  ]
  await server.call('PATCH', `/checkout/${cancelled._id}/cancel`, undefined, { token: ada.token })
  await setExpiry(early._id, 60_000)
  await setExpiry(paid._id, -1)
  await setExpiry(cancelled._id, -1)
  const before = await Promise.all([early, paid, cancelled].map(({ _id }) => read(_id)))
  await expireOverdue()
  expect(await Promise.all([early, paid, cancelled].map(({ _id }) => read(_id)))).toEqual(before)
})

it('expires an order only once', async () => {
  const order = await buildOrder(server, ada)
  await setExpiry(order._id, -1)
  await Promise.all([expireOverdue(), expireOverdue()])
  await expireOverdue()
  expect((await read(order._id)).history.map(({ what }) => what)).toEqual(['created', 'expired'])
})
