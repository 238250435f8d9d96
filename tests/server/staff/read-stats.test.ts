import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { readStats } from '../../../server/staff/read-stats.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

const now = new Date(Date.UTC(2026, 4, 20, 12))

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const updateOrder = (id: string, columns: Partial<typeof orders.$inferInsert>) =>
  server.app.db.update(orders).set(columns).where(eq(orders.id, id))
const timeOf = (daysAgo: number, hour = 10) => new Date(Date.UTC(2026, 4, 20 - daysAgo, hour))

async function buildVerified(daysAgo: number, price: number, minutes: number, method: 'bank' | 'crypto' = 'bank') {
  const { _id } = await buildVerifiedOrder(server, ada, mira, { price })
  const paidAt = timeOf(daysAgo)
  const verifiedAt = new Date(paidAt.getTime() + minutes * 60_000)
  await updateOrder(_id, { createdAt: timeOf(daysAgo, 9), paidAt, verifiedAt, paymentMethod: method })
  return _id
}

it('returns zeros and no median without orders', async () => {
  const stats = await readStats(server.app.db, 7, now)
  expect(stats.days.map(({ day }) => day)).toEqual([14, 15, 16, 17, 18, 19, 20].map((date) => `2026-05-${date}`))
  expect(stats).toMatchObject({ totals: { orders: 0, revenue: 0 }, medianToVerify: null, verified: 0 })
})

it('counts orders and revenue by day, method and status, with the previous period and the median', async () => {
  await buildVerified(0, 1000, 5)
  await buildVerified(0, 2000, 7, 'crypto')
  await buildVerified(6, 4000, 90)
  const refunded = await buildVerified(1, 9900, 6)
  await server.call('PATCH', `/admin/orders/${refunded}/refund`, { reason: 'As agreed' }, { token: mira.token })
  await updateOrder((await buildOrder(server, ada))._id, { createdAt: timeOf(2, 23) })
  await updateOrder((await buildPaidOrder(server, ada))._id, { createdAt: timeOf(2, 0) })
  await buildVerified(7, 8000, 11)
  await buildVerified(13, 100, 20)
  await buildVerified(14, 70_000, 6)
  const stats = await readStats(server.app.db, 7, now)
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
  expect(stats.before).toEqual({ orders: 2, revenue: 8100, verified: 2, medianToVerify: 11 * 60_000 })
  expect(stats).toMatchObject({ verified: 4, medianToVerify: 6 * 60_000 })
})

it('accepts 7, 30 or 90 days and returns 403 to customers', async () => {
  const get = (query: string, user = mira) =>
    server.call('GET', `/admin/stats${query}`, undefined, { token: user.token })
  expect((await get('')).body.data).toHaveProperty('days.length', 30)
  expect((await get('?days=90')).body.data).toHaveProperty('days.length', 90)
  expect((await get('?days=8')).status).toBe(400)
  expect((await get('', ada)).status).toBe(403)
})
