import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { ordersToWarnOf, warn } from '../../../server/orders/warn.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildUser, type Somebody } from '../../build.ts'

const hour = 3_600_000

let store: TestStore
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
})
afterAll(() => store.close())

const due = async (expiryHours = 72) => (await ordersToWarnOf(store.store.db, expiryHours)).map(({ id }) => id)
const warnAll = async () => {
  for (const id of await due()) await change(store.store, (making) => warn(making, id))
}
const endsIn = (id: string, ms: number) =>
  store.store.db
    .update(orders)
    .set({ expiresAt: new Date(Date.now() + ms) })
    .where(eq(orders.id, id))

test('a day before its end the customer is told, once', async () => {
  const order = await buildOrder(store, ada)
  expect(await due()).toEqual([])
  await endsIn(order._id, 24 * hour - 1000)
  const phone = await store.follow({ token: ada.token })
  await Promise.all([warnAll(), warnAll()])
  await warnAll()
  await expect.poll(phone.heard).toEqual(['notification.created'])
  const { body } = await store.call('GET', '/notifications', undefined, { token: ada.token })
  expect(body.notifications).toMatchObject([
    {
      type: 'warning',
      message: `Your order #${order._id.slice(-6).toUpperCase()} is not paid yet: it expires in 24 hours`,
      link: `/orders/${order._id}`,
    },
  ])
})

test('one that is paid, cancelled or over needs no warning', async () => {
  const [paid, cancelled, over] = [
    await buildPaidOrder(store, ada),
    await buildOrder(store, ada),
    await buildOrder(store, ada),
  ]
  await store.call('PATCH', `/checkout/${cancelled._id}/cancel`, undefined, { token: ada.token })
  for (const { _id } of [paid, cancelled]) await endsIn(_id, hour)
  await endsIn(over._id, -1)
  expect(await due()).toEqual([])
  const before = await store.call('GET', '/notifications', undefined, { token: ada.token })
  for (const { _id } of [paid, cancelled, over]) await change(store.store, (making) => warn(making, _id))
  const after = await store.call('GET', '/notifications', undefined, { token: ada.token })
  expect(after.body.notifications).toEqual(before.body.notifications)
})

test('where orders live shortly, it comes when half of that is over', async () => {
  const { _id } = await buildOrder(store, ada)
  await endsIn(_id, 4 * hour)
  expect(await due(6)).toEqual([])
  await endsIn(_id, 3 * hour - 1000)
  expect(await due(6)).toEqual([_id])
})
