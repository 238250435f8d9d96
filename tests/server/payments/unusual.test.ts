import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifications, payments } from '../../../drizzle/schema.ts'
import { Order } from '../../../shared/orders/schema.ts'
import { remarkOn } from '../../../shared/payments/remarks.ts'
import type { PaymentRequest } from '../../../shared/payments/ledger-schema.ts'
import type { StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ;[ada, mira] = [await buildUser(server), await buildStaff(server)]
})
afterAll(() => server.close())

const call = <T>(method: string, path: string, body: unknown, by: TestUser) =>
  server.call<T>(method, path, body, { token: by.token })
const record = (amount: string, currency: string, order?: { _id: string }) =>
  call<StaffPayment>('POST', '/admin/payments', { source: 'manual', currency, amount, order: order?._id }, mira)
const read = async ({ _id }: { _id: string }) =>
  (await call<Wire['order']>('GET', `/checkout/${_id}`, undefined, ada)).body.data
const verify = ({ _id }: { _id: string }) => call<Wire['order']>('PATCH', `/admin/orders/${_id}/verify`, {}, mira)
const messagesAbout = async ({ _id }: Wire['order']) =>
  (
    await server.app.db
      .select()
      .from(notifications)
      .where(eq(notifications.link, `/orders/details/${_id}`))
  ).map(({ message }) => message)

/** An order that is asked for USDT on a network. */
async function buildAsked(price: number, network = 'BASE') {
  const order = await buildOrder(server, ada, { price })
  const choice = { method: 'crypto', network, token: 'USDT' }
  const asked = await call<PaymentRequest>('POST', `/checkout/${order._id}/payment-request`, choice, ada)
  return { ...order, amount: asked.body.data.amount }
}
const payBy = (order: { _id: string }, reference: string) =>
  call('PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'crypto', reference }, ada)

it('never counts the amount of one order for another, and tells staff whose it is', async () => {
  const [one, two] = [await buildAsked(3100), await buildAsked(3100)]
  expect([one.amount, two.amount]).toEqual(['31.0001', '31.0002'])
  const before = await server.app.db.$count(payments)
  const refused = await record(two.amount, 'USDT', one)
  expect([refused.status, refused.body.error]).toEqual([409, 'others_amount'])
  expect(refused.body.message).toContain(`#${two._id.slice(-6).toUpperCase()}`)
  expect(await server.app.db.$count(payments)).toBe(before)
  const { _id } = (await record(two.amount, 'USDT')).body.data
  const assign = (order: string) => call('PATCH', `/admin/payments/${_id}`, { order }, mira)
  expect((await assign(one._id)).body.error).toBe('others_amount')
  expect((await assign(two._id)).status).toBe(200)
  expect((await read(two)).received).toBe(31)
})

it('counts an amount that two orders have on different networks for either', async () => {
  const [one, two] = [await buildAsked(3300, 'BEP20'), await buildAsked(3300, 'OP')]
  expect(one.amount).toBe(two.amount)
  expect((await record(one.amount, 'USDT', one)).status).toBe(200)
  expect((await record(two.amount, 'USDT', two)).status).toBe(200)
})

it('counts another token, and says so to both sides', async () => {
  const order = await buildAsked(3500)
  await record('35.0001', 'USDC', order)
  const seen = Order.parse(await read(order))
  expect(seen).toMatchObject({ received: 3500, missing: 0 })
  expect(remarkOn(seen, seen.payments[0]!)).toBe('USDT was asked for, and USDC arrived. It counts as $35.00.')
  await record('35', 'USDT', order)
  const twice = Order.parse(await read(order))
  expect(remarkOn(twice, twice.payments[1]!)).toBe('The order was already paid, so this payment will be sent back.')
})

it('says nothing of a payment that is as it was asked for', async () => {
  const order = await buildAsked(3600)
  await record(order.amount, 'USDT', order)
  const seen = Order.parse(await read(order))
  expect(remarkOn(seen, seen.payments[0]!)).toBeNull()
})

it('tells the customer that a transaction was used already, and staff by which order', async () => {
  const hash = 'ab'.repeat(32)
  const [first, second] = [await buildOrder(server, ada), await buildOrder(server, ada)]
  await payBy(first, hash)
  expect((await messagesAbout(first)).join()).not.toContain('used already')
  await verify(first)
  await payBy(second, `https://basescan.org/tx/0x${hash}`)
  expect((await messagesAbout(second)).join()).toContain('was used already')
  expect((await messagesAbout(second)).join()).not.toContain(first._id.slice(-6).toUpperCase())
  const refused = await verify(second)
  expect([refused.status, refused.body.error]).toEqual([409, 'transaction_used'])
  expect(refused.body.message).toContain(`#${first._id.slice(-6).toUpperCase()}`)
  const third = await buildOrder(server, ada)
  await payBy(third, 'cd'.repeat(32))
  expect((await messagesAbout(third)).join()).not.toContain('used already')
  await call('PATCH', `/checkout/${third._id}/reference`, { reference: hash }, ada)
  expect((await messagesAbout(third)).join()).toContain('was used already')
})
