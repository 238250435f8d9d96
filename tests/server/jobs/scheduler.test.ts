import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { createJobs } from '../../../server/jobs/scheduler.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { breakWrites, mendWrites } from '../../database.ts'

const minuteMs = 60_000
let server: TestServer
let ada: TestUser
beforeEach(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
})
afterEach(() => server.close())

/** Makes every change of these orders fail. */
const failFor = (ids: string[]) =>
  breakWrites(server.app.db, 'orders', 'update', `old.id in (${ids.map((id) => `'${id}'`).join()})`)
const mend = () => mendWrites(server.app.db, 'orders')
const statusOf = async ({ _id }: { _id: string }) =>
  (await server.app.db.select().from(orders).where(eq(orders.id, _id)))[0]!

it('expires the other orders when one fails, however many fail before them', async () => {
  const template = await buildOrder(server, ada)
  const healthy = await buildOrder(server, ada)
  const [row] = await server.app.db.select().from(orders).where(eq(orders.id, template._id))
  // More than a batch of failing rows, all due before the healthy one.
  const broken = Array.from({ length: 130 }, (_, n) => ({ ...row!, id: `broken${n}`, paymentReference: null }))
  for (const one of broken) await server.app.db.insert(orders).values(one)
  const ids = broken.map(({ id }) => id)
  await server.app.db
    .update(orders)
    .set({ expiresAt: new Date(1000) })
    .where(inArray(orders.id, ids))
  await server.app.db
    .update(orders)
    .set({ expiresAt: new Date(2000) })
    .where(eq(orders.id, healthy._id))
  await failFor(ids)
  const lines: Record<string, unknown>[] = []
  server.app.log.error = (fields: unknown) => void lines.push(fields as Record<string, unknown>)
  const jobs = createJobs(server.app)
  const now = new Date()

  await jobs.expireOrders(now)
  expect((await statusOf(healthy)).paymentStatus).toBe('cancelled')
  expect((await statusOf(template)).paymentStatus).toBe('pending')
  expect(lines).toHaveLength(130)
  expect(lines[0]).toMatchObject({ job: 'expire-orders', id: 'broken0', failures: 1 })

  // They are left alone for a minute, then for two.
  await jobs.expireOrders(new Date(now.getTime() + minuteMs / 2))
  expect(lines).toHaveLength(130)
  await jobs.expireOrders(new Date(now.getTime() + minuteMs))
  await jobs.expireOrders(new Date(now.getTime() + 2 * minuteMs))
  expect(lines).toHaveLength(260)
  await mend()
  await jobs.expireOrders(new Date(now.getTime() + 4 * minuteMs))
  expect(await server.app.db.$count(orders, eq(orders.paymentStatus, 'cancelled'))).toBe(131)
})

it('releases the other claims, and sends the other reminders, when one fails', async () => {
  const mira = await buildStaff(server)
  const claimed = [await buildPaidOrder(server, ada), await buildPaidOrder(server, ada)] as const
  const unpaid = [await buildOrder(server, ada), await buildOrder(server, ada)] as const
  for (const { _id } of claimed)
    await server.call('POST', `/admin/orders/${_id}/claim`, undefined, { token: mira.token })
  await failFor([claimed[0]._id, unpaid[0]._id])
  const jobs = createJobs(server.app)
  await jobs.remindOfExpiry(new Date(Date.now() + 60 * 3_600_000))
  expect([(await statusOf(unpaid[0])).warnedAt, (await statusOf(unpaid[1])).warnedAt]).toEqual([null, expect.any(Date)])
  await mend()
  for (const [i, { _id }] of claimed.entries()) {
    await server.app.db
      .update(orders)
      .set({ claimUntil: new Date(1000 + i) })
      .where(eq(orders.id, _id))
  }
  await failFor([claimed[0]._id])
  await jobs.releaseExpiredClaims()
  expect([(await statusOf(claimed[0])).claimedBy, (await statusOf(claimed[1])).claimedBy]).toEqual([mira.id, null])
})
