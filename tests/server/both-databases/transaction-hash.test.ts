import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit, pointsEntries } from '../../../drizzle/schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'
import { hashDisguises } from '../../shared/orders/disguises.ts'

let server: TestServer
let [ada, eve, mira, ishara] = [] as unknown as [TestUser, TestUser, TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  eve = await buildUser(server)
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
}, openTimeoutMs)
afterAll(() => server.close())

let hashCount = 0
const newHash = () => `0x${(++hashCount).toString(16).padStart(64, 'abcdef')}`
const patch = (path: string, body: unknown, { token }: TestUser) =>
  server.call<Wire['order']>('PATCH', path, body, { token })
async function payWith(reference: string, customer = ada, paymentMethod = 'crypto'): Promise<string> {
  const { _id } = await buildOrder(server, customer)
  expect((await patch(`/checkout/${_id}/mark-paid`, { paymentMethod, reference }, customer)).status).toBe(200)
  return _id
}
const verify = (id: string, staff = mira) => patch(`/admin/orders/${id}/verify`, undefined, staff)
const pointsOf = (id: string) => server.app.db.$count(pointsEntries, eq(pointsEntries.orderId, id))

it('returns 409 and names the other order when a transaction has already paid for it', async () => {
  const hash = newHash()
  const one = await payWith(hash)
  const other = await payWith(`  ${hash.toUpperCase().replace('0X', '0x')} `, eve)
  expect((await verify(one)).body.data.paymentStatus).toBe('verified')
  expect(await verify(other)).toMatchObject({
    status: 409,
    body: {
      error: 'transaction_used',
      message: `Order #${orderNumber(one)} was already verified with this transaction. Nothing was changed.`,
    },
  })
  const { token } = mira
  const read = await server.call<Wire['order']>('GET', `/admin/orders/${other}`, undefined, { token })
  expect(read.body.data.paymentStatus).toBe('paid')
  expect([await pointsOf(one), await pointsOf(other)]).toEqual([1, 0])
  expect(await server.app.db.$count(audit, and(eq(audit.subjectId, other), eq(audit.action, 'order.verify')))).toBe(0)

  await patch(`/admin/orders/${one}/refund`, { reason: 'As agreed' }, mira)
  expect((await verify(other)).body.error, 'a refund does not free the transaction').toBe('transaction_used')
  expect((await patch(`/admin/orders/${other}/reject`, { reason: 'Paid for another' }, mira)).status).toBe(200)
})

it('lets two staff members who verify concurrently verify only one of two orders', async () => {
  for (let round = 0; round < 8; round += 1) {
    const hash = newHash()
    const [one, other] = [await payWith(hash), await payWith(hash.slice(2), eve)]
    const both = await Promise.all([verify(one), verify(other, ishara)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = both[0].status === 200 ? one : other
    const loser = both.find(({ status }) => status === 409)!
    expect(loser.body.message).toContain(`Order #${orderNumber(winner)} was already verified with this transaction.`)
    expect((await pointsOf(one)) + (await pointsOf(other))).toBe(1)
  }
})

it('frees the transaction when its order is rejected', async () => {
  const hash = newHash()
  const [one, other] = [await payWith(hash), await payWith(hash, eve)]
  await patch(`/admin/orders/${one}/reject`, { reason: 'For another order' }, mira)
  expect((await verify(other)).status).toBe(200)
})

it('accepts a reference that is not a hash twice', async () => {
  for (const [reference, method] of [
    ['paid today', 'crypto'],
    ['0xabc123', 'crypto'],
    ['CEFT-100200', 'bank'],
  ] as const) {
    const [one, other] = [await payWith(reference, ada, method), await payWith(reference, eve, method)]
    expect([(await verify(one)).status, (await verify(other)).status]).toEqual([200, 200])
  }
})

it.each(['bank', 'binance'] as const)('returns 409 for a transaction that paid another order as %s', async (method) => {
  const hash = newHash()
  const [one, other] = [await payWith(hash), await payWith(hash, eve, method)]
  expect((await verify(other)).status).toBe(200)
  expect((await verify(one)).body.message).toContain(`Order #${orderNumber(other)} was already verified`)
})

it.each(hashDisguises)('returns 409 for a transaction that is typed %s', async (_, disguise) => {
  const hash = newHash()
  const [one, other] = [await payWith(hash), await payWith(disguise(hash), eve)]
  expect((await verify(one)).status).toBe(200)
  expect((await verify(other)).body.error).toBe('transaction_used')
})

it('reports the order’s state, not the transaction, when the order is not awaiting verification', async () => {
  const hash = newHash()
  const [one, other] = [await payWith(hash), await payWith(hash, eve)]
  await verify(one)
  await patch(`/admin/orders/${other}/reject`, { reason: 'Paid for another' }, mira)
  expect((await verify(other)).body.error).not.toBe('transaction_used')
})
