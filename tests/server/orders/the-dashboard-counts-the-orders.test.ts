import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('spent is what was verified and not sent back, saved is what it was below its list price', async () => {
  const [ada, staff] = [await buildUser(store), await buildStaff(store)]
  await buildOrder(store, ada)
  await buildPaidOrder(store, ada)
  const kept = await buildVerifiedOrder(store, ada, staff, { price: 1500, oldPrice: 2000 })
  const sentBack = await buildVerifiedOrder(store, ada, staff, { price: 900, oldPrice: 1000 })
  await store.call('PATCH', `/admin/orders/${sentBack._id}/refund`, { reason: 'As agreed.' }, { token: staff.token })

  const { body } = await store.call('GET', '/dashboard', undefined, { token: ada.token })
  expect(body.data).toMatchObject({
    stats: { orders: 4, waiting: 2, completed: 0, spent: 15, saved: 5, points: 15 },
    recentPurchases: [{ _id: kept._id }],
  })
  const { months } = body.data as unknown as { months: { month: string; spent: number }[] }
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ month: new Date().toISOString().slice(0, 7), spent: 15 })

  const logs = await store.call('GET', '/logs', undefined, { token: ada.token })
  expect(logs.body.data).toHaveLength(4)
  expect(logs.body.data).toMatchObject({
    0: { type: 'purchase', description: expect.stringMatching(/^Placed order #/) },
  })
})

test('somebody without orders has zeros, and a stranger sees nothing of another', async () => {
  const nobody = await buildUser(store)
  const { body } = await store.call('GET', '/dashboard', undefined, { token: nobody.token })
  expect(body.data).toMatchObject({ stats: { orders: 0, spent: 0, saved: 0, points: 0 }, recentPurchases: [] })
  expect(await store.call('GET', '/dashboard')).toMatchObject({ status: 401 })
})
