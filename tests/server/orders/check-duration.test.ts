import { afterAll, beforeAll, expect, it } from 'vitest'
import { orders } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, fillCart, type TestUser } from '../../build.ts'

const minuteMs = 60_000

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const readCheckingTakes = async (id: string) =>
  (
    (await server.call('GET', `/checkout/${id}`, undefined, { token: ada.token })).body as unknown as {
      checkingTakes: { from: number; to: number } | null
    }
  ).checkingTakes

/** Inserts an order whose bank payment took `minutes` to verify. */
async function insertVerifiedAfter(minutes: number) {
  const verifiedAt = new Date()
  const paidAt = new Date(verifiedAt.getTime() - minutes * minuteMs)
  await server.app.db.insert(orders).values({
    userId: ada.id,
    paymentStatus: 'verified',
    orderStatus: 'processing',
    paymentMethod: 'bank',
    subtotal: 1000,
    total: 1000,
    expiresAt: verifiedAt,
    paidAt,
    verifiedAt,
  })
}

it('is null below ten verifications of the method, then the range without the slowest and fastest fifth', async () => {
  const paid = await buildPaidOrder(server, ada)
  for (const minutes of [1, 2, 3, 4, 5, 6, 7, 8, 500]) await insertVerifiedAfter(minutes)
  expect(await readCheckingTakes(paid._id)).toBeNull()
  await insertVerifiedAfter(9)
  expect(await readCheckingTakes(paid._id)).toEqual({ from: 3 * minuteMs, to: 8 * minuteMs })
  const other = await buildOrder(server, ada)
  expect(await readCheckingTakes(other._id)).toBeNull()
  await fillCart(server, ada)
  const { token } = ada
  const pending = await server.call<{ _id: string }>('POST', '/checkout', { paymentMethod: 'bank' }, { token })
  expect(await readCheckingTakes(pending.body.data._id)).toEqual({ from: 3 * minuteMs, to: 8 * minuteMs })
})

it('uses the last fifty verifications, and is null once the payment is verified', async () => {
  for (let i = 0; i < 50; i++) await insertVerifiedAfter(20)
  const paid = await buildPaidOrder(server, ada)
  expect(await readCheckingTakes(paid._id)).toEqual({ from: 20 * minuteMs, to: 20 * minuteMs })
  await server.call('PATCH', `/admin/orders/${paid._id}/verify`, undefined, { token: mira.token })
  expect(await readCheckingTakes(paid._id)).toBeNull()
})
