import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { expire, overdueOrders } from '../../../server/orders/expire.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore({ ORDER_EXPIRY_HOURS: '5' })
  ada = await buildUser(store)
})
afterAll(() => store.close())

const expireOverdue = async () => {
  for (const { id } of await overdueOrders(store.store.db)) await change(store.store, (making) => expire(making, id))
}
const read = async (id: string) =>
  (await store.call<Wire['order']>('GET', `/checkout/${id}`, undefined, { token: ada.token })).body.data
const overdue = (id: string, ms: number) =>
  store.store.db
    .update(orders)
    .set({ expiresAt: new Date(Date.now() + ms) })
    .where(eq(orders.id, id))

test('an order says when it will end, as the setting has it', async () => {
  const order = await buildOrder(store, ada)
  expect(Date.parse(order.expiresAt) - Date.parse(order.createdAt)).toBe(5 * 3_600_000)
})

test('one that nobody paid in time is cancelled by the store, and its customer is told', async () => {
  const order = await buildOrder(store, ada)
  const phone = await store.follow({ token: ada.token })
  await overdue(order._id, -1)
  await expireOverdue()
  const ended = await read(order._id)
  expect(ended).toMatchObject({ paymentStatus: 'cancelled', orderStatus: 'failed' })
  expect(ended.history.at(-1)).toMatchObject({ what: 'expired', who: 'store', name: '' })
  await expect.poll(phone.heard).toEqual(['notification.created', 'order.changed expired'])
  const told = await store.call('GET', '/notifications', undefined, { token: ada.token })
  expect(told.body.notifications[0]).toMatchObject({
    type: 'warning',
    message: `Your order #${order._id.slice(-6).toUpperCase()} was not paid in time and has expired`,
    link: `/orders/details/${order._id}`,
  })
  expect((await store.call('PATCH', `/checkout/${order._id}/mark-paid`, {}, { token: ada.token })).status).toBe(409)
})

test('one that still has time, is paid or is over stays as it is', async () => {
  const [early, paid, over] = [
    await buildOrder(store, ada),
    await buildPaidOrder(store, ada),
    await buildOrder(store, ada),
  ]
  await store.call('PATCH', `/checkout/${over._id}/cancel`, undefined, { token: ada.token })
  await overdue(early._id, 60_000)
  await overdue(paid._id, -1)
  await overdue(over._id, -1)
  const before = await Promise.all([early, paid, over].map(({ _id }) => read(_id)))
  await expireOverdue()
  expect(await Promise.all([early, paid, over].map(({ _id }) => read(_id)))).toEqual(before)
})

test('a second look ends nothing twice', async () => {
  const order = await buildOrder(store, ada)
  await overdue(order._id, -1)
  await Promise.all([expireOverdue(), expireOverdue()])
  await expireOverdue()
  expect((await read(order._id)).history.map(({ what }) => what)).toEqual(['created', 'expired'])
})
