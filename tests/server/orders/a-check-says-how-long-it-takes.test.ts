import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

const minute = 60_000

let store: TestStore
let [ada, mira] = [] as unknown as [Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterAll(() => store.close())

const takes = async (id: string) =>
  (await store.call('GET', `/checkout/${id}`, undefined, { token: ada.token })).body as unknown as {
    checkingTakes: { from: number; to: number } | null
  }

/** A payment by bank that took so many minutes to verify, so long ago. */
async function verified(minutes: number, daysAgo = 0) {
  const { _id } = await buildVerifiedOrder(store, ada, mira)
  const paidAt = new Date(Date.now() - daysAgo * 24 * 60 * minute - minutes * minute)
  const verifiedAt = new Date(paidAt.getTime() + minutes * minute)
  await store.store.db.update(orders).set({ paidAt, verifiedAt }).where(eq(orders.id, _id))
}

test('it is silent until ten were verified by this method, and tells the middle of them then', async () => {
  const waiting = await buildPaidOrder(store, ada)
  for (const minutes of [1, 2, 3, 4, 5, 6, 7, 8, 500]) await verified(minutes)
  expect((await takes(waiting._id)).checkingTakes).toBeNull()
  await verified(9)
  expect((await takes(waiting._id)).checkingTakes).toEqual({ from: 3 * minute, to: 8 * minute })
  const other = await buildOrder(store, ada)
  expect((await takes(other._id)).checkingTakes).toBeNull()
})

test('only the last fifty count, and only while the payment is still to be checked', async () => {
  for (let i = 0; i < 50; i++) await verified(20)
  const waiting = await buildPaidOrder(store, ada)
  expect((await takes(waiting._id)).checkingTakes).toEqual({ from: 20 * minute, to: 20 * minute })
  await store.call('PATCH', `/admin/orders/${waiting._id}/verify`, undefined, { token: mira.token })
  expect((await takes(waiting._id)).checkingTakes).toBeNull()
})
