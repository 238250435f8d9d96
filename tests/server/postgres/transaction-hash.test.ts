import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

const pairCount = 8

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  database = await createPostgresDatabase()
  server = await startTestServer({ DATABASE_URL: database.url })
  ada = await buildUser(server)
  mira = await buildStaff(server)
}, 60_000)
afterAll(async () => {
  await server.close()
  await database.drop()
})

async function buildOrderPaidWith(reference: string): Promise<string> {
  const { _id } = await buildOrder(server, ada)
  const body = { paymentMethod: 'crypto', reference }
  await server.call('PATCH', `/checkout/${_id}/mark-paid`, body, { token: ada.token })
  return _id
}
const verify = (id: string) => server.call('PATCH', `/admin/orders/${id}/verify`, undefined, { token: mira.token })

it('returns 409 for one of two orders verified with the same transaction at the same time', async () => {
  for (let i = 0; i < pairCount; i += 1) {
    const hash = `0x${String(i).padStart(64, '0')}`
    const [first, second] = [await buildOrderPaidWith(hash), await buildOrderPaidWith(hash)]
    const responses = await Promise.all([verify(first), verify(second)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = responses[0].status === 200 ? first : second
    expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({
      error: 'transaction_used',
      message: `Order #${orderNumber(winner)} was already verified with this transaction. Nothing was changed.`,
    })
  }
}, 60_000)
