import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { readStats } from '../../../server/staff/read-stats.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

const now = new Date(Date.UTC(2026, 4, 20, 12))

let store: TestStore
let [ada, mira] = [] as unknown as [Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterAll(() => store.close())

const set = (id: string, row: Partial<typeof orders.$inferInsert>) =>
  store.store.db.update(orders).set(row).where(eq(orders.id, id))
const at = (daysAgo: number, hour = 10) => new Date(Date.UTC(2026, 4, 20 - daysAgo, hour))

async function verified(daysAgo: number, price: number, minutes: number, method: 'bank' | 'crypto' = 'bank') {
  const { _id } = await buildVerifiedOrder(store, ada, mira, { price })
  const paidAt = at(daysAgo)
  const verifiedAt = new Date(paidAt.getTime() + minutes * 60_000)
  await set(_id, { createdAt: at(daysAgo, 9), paidAt, verifiedAt, paymentMethod: method })
  return _id
}

test('nothing is nought, and no median', async () => {
  const stats = await readStats(store.store.db, 7, now)
  expect(stats.days.map((one) => one.day)).toEqual([14, 15, 16, 17, 18, 19, 20].map((date) => `2026-05-${date}`))
  expect(stats).toMatchObject({ totals: { orders: 0, revenue: 0 }, medianToVerify: null, verified: 0 })
})

test('by day, by method and by state, with what was before and the median', async () => {
  await verified(0, 1000, 5)
  await verified(0, 2000, 7, 'crypto')
  await verified(6, 4000, 90)
  const refunded = await verified(1, 9900, 6)
  await store.call('PATCH', `/admin/orders/${refunded}/refund`, { reason: 'As agreed' }, { token: mira.token })
  await set((await buildOrder(store, ada))._id, { createdAt: at(2, 23) })
  await set((await buildPaidOrder(store, ada))._id, { createdAt: at(2, 0) })
  await verified(7, 8000, 6)
  await verified(13, 100, 6)
  await verified(14, 70_000, 6)
  const stats = await readStats(store.store.db, 7, now)
  expect(stats.days).toEqual([
    { day: '2026-05-14', orders: 1, revenue: 4000 },
    { day: '2026-05-15', orders: 0, revenue: 0 },
    { day: '2026-05-16', orders: 0, revenue: 0 },
    { day: '2026-05-17', orders: 0, revenue: 0 },
    { day: '2026-05-18', orders: 2, revenue: 0 },
    { day: '2026-05-19', orders: 1, revenue: 0 },
    { day: '2026-05-20', orders: 2, revenue: 3000 },
  ])
  expect(stats.methods).toEqual([
    { method: 'binance', orders: 1, revenue: 0 },
    { method: 'crypto', orders: 1, revenue: 2000 },
    { method: 'bank', orders: 4, revenue: 5000 },
  ])
  expect(stats.states).toEqual({ pending: 1, paid: 1, verified: 3, failed: 0, cancelled: 0, refunded: 1 })
  expect(stats.totals).toEqual({ orders: 6, revenue: 7000 })
  expect(stats.before).toEqual({ orders: 2, revenue: 8100 })
  expect(stats).toMatchObject({ verified: 4, medianToVerify: 6 * 60_000 })
})

test('the call takes 7, 30 or 90 days, of staff alone', async () => {
  const get = (query: string, who = mira) => store.call('GET', `/admin/stats${query}`, undefined, { token: who.token })
  expect((await get('')).body.data).toHaveProperty('days.length', 30)
  expect((await get('?days=90')).body.data).toHaveProperty('days.length', 90)
  expect((await get('?days=8')).status).toBe(400)
  expect((await get('', ada)).status).toBe(403)
})
