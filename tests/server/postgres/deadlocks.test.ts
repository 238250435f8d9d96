import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders, pointsEntries } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

/** Pairs of verifying a payment and correcting the same customer's points, and of two staff correcting each other's. */
const pairCount = 40

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: TestServer
beforeAll(async () => {
  database = await createPostgresDatabase()
  server = await startTestServer({ DATABASE_URL: database.url })
}, 60_000)
afterAll(() => database.drop())

it('runs concurrent staff actions on the same users without a deadlock', async () => {
  const [mira, ishara] = [await buildStaff(server), await buildStaff(server)]
  const paid = []
  for (let i = 0; i < pairCount; i += 1) {
    const customer = await buildUser(server)
    paid.push({ customer, order: await buildPaidOrder(server, customer) })
  }
  const verify = (orderId: string) =>
    server.call('PATCH', `/admin/orders/${orderId}/verify`, undefined, { token: mira.token })
  const correctPoints = (staff: TestUser, userId: string) =>
    server.call('POST', `/admin/customers/${userId}/points`, { points: 5, reason: 'As agreed' }, { token: staff.token })

  const responses = await Promise.all([
    ...paid.flatMap(({ customer, order }) => [verify(order._id), correctPoints(mira, customer.id)]),
    ...paid.flatMap(() => [correctPoints(mira, ishara.id), correctPoints(ishara, mira.id)]),
  ])
  expect(responses.map(({ status }) => status)).toEqual(Array(4 * pairCount).fill(200))
  expect(await server.app.db.$count(orders, eq(orders.paymentStatus, 'verified'))).toBe(pairCount)
  expect(await server.app.db.$count(pointsEntries)).toBe(4 * pairCount)
  await server.close()
  expect(await database.countDeadlocks()).toBe(0)
}, 60_000)
