import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders, outbox, paymentRequests, users } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { expire } from '../../../server/orders/expire.ts'
import { renderOrderEmail } from '../../../server/orders/order-emails.ts'
import { renderText } from '../../../server/mail/render-text.ts'
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

type Fields = Record<string, unknown>
const call = <T>(method: string, path: string, body: unknown, by: TestUser) =>
  server.call<T>(method, path, body, { token: by.token })
const record = async (order: { _id: string }, amount: string, currency = 'USDT', by = mira) =>
  (await call<StaffPayment>('POST', '/admin/payments', { source: 'manual', currency, amount, order: order._id }, by))
    .body.data
const ask = (order: { _id: string }, choice: Fields, by = ada) =>
  call<PaymentRequest>('POST', `/checkout/${order._id}/payment-request`, choice, by)
const act = (order: { _id: string }, action: string, body?: unknown) =>
  call<Wire['order']>('PATCH', `/admin/orders/${order._id}/${action}`, body, mira)
const read = async ({ _id }: { _id: string }) =>
  (await call<Wire['order'] & { transferTo?: Fields }>('GET', `/checkout/${_id}`, undefined, ada)).body.data
const pay = (order: { _id: string }, body: Fields) => call('PATCH', `/checkout/${order._id}/mark-paid`, body, ada)
async function buildPaid(price: number, body: Fields = { paymentMethod: 'bank' }) {
  const order = await buildOrder(server, ada, { price })
  await pay(order, body)
  return order
}
const onBase = { paymentMethod: 'crypto', network: 'BASE', token: 'USDT' }
const emailsAbout = async ({ _id }: { _id: string }) =>
  (await server.app.db.select().from(outbox))
    .filter(({ payload }) => payload.includes(_id))
    .map(({ kind }) => kind)
    .filter((kind) => ['order_short', 'order_over', 'order_late'].includes(kind))
const pointsOf = async ({ id }: TestUser) =>
  (await server.app.db.select({ points: users.points }).from(users).where(eq(users.id, id)))[0]!.points

describe('what is missing of a payment', () => {
  it('is asked for with an amount of its own, and completes the order', async () => {
    const order = await buildPaid(2437, onBase)
    const other = await buildOrder(server, ada, { price: 300 })
    await ask(other, { method: 'crypto', network: 'BASE', token: 'USDT' })
    await record(order, '21.37')
    const { rest, missing, transferTo } = await read(order)
    expect(missing).toBe(3)
    expect(rest, 'another order has 3.0001').toMatchObject({ network: 'BASE', token: 'USDT', amount: '3.0002' })
    expect(Object.keys(transferTo ?? {})).toEqual(['bank', 'binance', 'crypto'])
    await record(order, '3.0002')
    expect(await read(order)).toMatchObject({ received: 24.37, missing: 0, rest: null })
    expect((await act(order, 'verify')).status).toBe(200)
  })

  it.each([1, 3, 199, 2429, 99_999])('completes a bank transfer of %d cents to the cent', async (price) => {
    const order = await buildPaid(price)
    await record(order, '2.55', 'LKR')
    const first = await read(order)
    if (first.missing > 0) await record(order, first.rest!.amount, first.rest!.currency)
    expect(await read(order)).toMatchObject({ received: price / 100, missing: 0, rest: null })
  })

  it('is paid in three transfers, each of which asks for less', async () => {
    const order = await buildPaid(2429)
    const amounts: string[] = []
    for (const amount of ['4000', '1000.50']) {
      await record(order, amount, 'LKR')
      amounts.push((await read(order)).rest!.amount)
    }
    expect(amounts).toEqual(['3408', '2408'])
    await record(order, '2408', 'LKR')
    expect(await read(order)).toMatchObject({ received: 24.29, missing: 0 })
  })

  it.each([
    [{ method: 'bank' }, 'LKR'],
    [{ method: 'binance' }, 'USDT'],
    [{ method: 'crypto', network: 'OP', token: 'USDC' }, 'USDC'],
  ])('is sent another way, by %j', async (choice, currency) => {
    const order = await buildPaid(2437, onBase)
    await record(order, '21.365')
    const asked = await ask(order, choice)
    expect(asked.body.data).toMatchObject({ ...choice, currency })
    expect((await read(order)).rest).toMatchObject({ ...choice, amount: asked.body.data.amount })
    expect((await read(order)).paymentMethod, 'how it was paid stays').toBe('crypto')
    expect((await ask(order, choice)).body.data.amount).toBe(asked.body.data.amount)
    await record(order, asked.body.data.amount, currency)
    expect(await read(order)).toMatchObject({ received: 24.37, missing: 0 })
  })

  it('is asked for once the customer says on which network, when they never did', async () => {
    const order = await buildPaid(2437, { paymentMethod: 'crypto' })
    await record(order, '20')
    expect((await read(order)).rest).toBeNull()
    await ask(order, { method: 'crypto', network: 'ARB', token: 'USDT' })
    expect((await read(order)).rest).toMatchObject({ network: 'ARB', amount: '4.3701' })
  })

  it('is not asked for without money, by another customer, or once the order is complete or closed', async () => {
    const order = await buildPaid(2437)
    const bank = { method: 'bank' }
    expect((await ask(order, bank)).body.error).toBe('order_not_pending')
    const { _id } = await record(order, '1000', 'LKR')
    expect((await ask(order, bank, mira)).status).toBe(404)
    expect(
      (await ask(order, { ...bank, method: 'crypto', network: 'BASE', token: 'USDT', twoDecimals: true })).body.error,
    ).toBe('rest_exact')
    await call('PATCH', `/admin/payments/${_id}`, { order: null }, mira)
    expect((await read(order)).rest, 'the transfer was another order’s').toBeNull()
    await record(order, '1000', 'LKR')
    expect((await act(order, 'reject', { reason: 'The rest never came' })).body.data.rest).toBeNull()
    expect((await ask(order, bank)).body.error).toBe('order_not_pending')
  })

  it('appears on the customer’s open page and for staff, without accounts', async () => {
    const order = await buildPaid(2437, onBase)
    const [phone, desk] = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
    await record(order, '21.37')
    await expect.poll(() => phone.eventSummaries()).toContain('order.changed payment')
    await expect.poll(() => desk.eventSummaries()).toContain('payment.changed')
    expect(JSON.stringify(phone.received)).toMatch(/"rest":\{[^}]*"amount":"3\.000\d"/)
    expect(JSON.stringify([phone.received, desk.received])).not.toMatch(/0x0{10}/)
  })
})

describe('emails about money', () => {
  const textOf = async (kind: 'order_short' | 'order_over' | 'order_late', order: { _id: string }) => {
    const content = await renderOrderEmail(server.app.db, server.app.env, kind, order._id, new Date())
    return content && `${content.subject}\n${renderText(content)}`
  }

  it('say once what is missing, and nothing once it has come', async () => {
    const order = await buildPaid(2429)
    const { _id } = await record(order, '4000', 'LKR')
    expect(await emailsAbout(order)).toEqual(['order_short'])
    const short = await textOf('order_short', order)
    expect(short).toContain('exactly Rs 3,408')
    expect(short, 'in the rupees that were sent').toContain('Rs 3,408 is missing for order')
    expect(short).toContain('Rs 4,000 of Rs 7,408 has arrived')
    expect(short).not.toContain('$')
    for (const to of [null, order._id]) await call('PATCH', `/admin/payments/${_id}`, { order: to }, mira)
    expect(await emailsAbout(order), 'taken away and given back').toEqual(['order_short'])
    await record(order, '3408', 'LKR')
    expect(await emailsAbout(order)).toEqual(['order_short'])
    expect(await textOf('order_short', order)).toBeNull()
  })

  it('say what was too much until it was sent back', async () => {
    const order = await buildPaid(1000)
    await record(order, '12.50', 'USD')
    expect(await emailsAbout(order)).toEqual(['order_over'])
    const over = await textOf('order_over', order)
    expect(over).toContain('You sent $2.50 too much')
    expect(over?.replace(/\s+/g, ' ')).toContain('We will send $2.50 back to you within three working days;')
    await act(order, 'verify')
    await act(order, 'refund', { reason: 'Paid too much', amount: 2.5 })
    expect(await textOf('order_over', order)).toBeNull()
  })

  it('say that money came late until the order is open again', async () => {
    const order = await buildOrder(server, ada, { price: 1000 })
    await runMutation(server.app, (ctx) => expire(ctx, order._id))
    await record(order, '10', 'USD')
    expect(await emailsAbout(order)).toEqual(['order_late'])
    expect(await textOf('order_late', order)).toContain("Please don't send it again")
    await act(order, 'reopen', { reason: 'The money came late' })
    expect(await textOf('order_late', order)).toBeNull()
  })

  it('are not sent when the money is right', async () => {
    const order = await buildPaid(1000)
    await record(order, '10', 'USD')
    expect(await emailsAbout(order)).toEqual([])
  })
})

describe('an amount with two decimals', () => {
  const usdt = { method: 'crypto', network: 'MATIC', token: 'USDT' }
  const coarse = { ...usdt, twoDecimals: true }

  it('is some cents more, which come back as points', async () => {
    const order = await buildOrder(server, ada, { price: 7100 })
    expect((await ask(order, usdt)).body.data.amount).toBe('71.0001')
    expect((await ask(order, coarse)).body.data.amount).toBe('71.01')
    expect((await ask(order, coarse)).body.data.amount).toBe('71.01')
    const other = await buildOrder(server, ada, { price: 7100 })
    expect((await ask(other, coarse)).body.data.amount).toBe('71.02')
    await pay(other, { paymentMethod: 'crypto' })
    await record(other, '71.02')
    expect(await read(other)).toMatchObject({ received: 71, missing: 0 })
    const before = await pointsOf(ada)
    await act(other, 'verify')
    expect(await pointsOf(ada)).toBe(before + 71 + 2)
    await act(other, 'unverify', { reason: 'By mistake' })
    expect(await pointsOf(ada)).toBe(before)
  })

  it('earns nothing more for one who sent the total alone', async () => {
    const order = await buildOrder(server, ada, { price: 7300 })
    await ask(order, coarse)
    await pay(order, { paymentMethod: 'crypto' })
    await record(order, '73')
    const before = await pointsOf(ada)
    await act(order, 'verify')
    expect(await pointsOf(ada)).toBe(before + 73)
  })

  it('is never the total of another order, nor its amount', async () => {
    const [low, high] = [await buildOrder(server, ada, { price: 7501 }), await buildOrder(server, ada, { price: 7500 })]
    await ask(low, usdt)
    expect((await ask(low, coarse)).body.data.amount).toBe('75.02')
    expect((await ask(high, coarse)).body.data.amount, '75.01 is a total, 75.02 is taken').toBe('75.03')
  })

  it.each([
    [{ method: 'bank', twoDecimals: true }, 'no_decimals'],
    [{ method: 'crypto', network: 'ERC20', token: 'ETH', twoDecimals: true }, 'no_decimals'],
  ])('is refused for %j', async (choice, error) => {
    const order = await buildOrder(server, ada)
    expect((await ask(order, choice)).body.error).toBe(error)
  })

  it('runs out after 20, until the order that ended longest ago gives up its own', async () => {
    const person = await buildUser(server)
    const amounts: string[] = []
    const all: Wire['order'][] = []
    for (let i = 0; i < 20; i += 1) {
      const order = await buildOrder(server, person, { price: 8800 })
      all.push(order)
      amounts.push((await ask(order, { ...coarse, network: 'OP' }, person)).body.data.amount)
      // Ten may be unpaid at a time.
      if (i % 2) await call('PATCH', `/checkout/${order._id}/cancel`, undefined, person)
    }
    expect(new Set(amounts).size).toBe(20)
    const next = await buildOrder(server, ada, { price: 8800 })
    await server.app.db
      .update(orders)
      .set({ updatedAt: new Date(5000) })
      .where(eq(orders.id, all[7]!._id))
    expect((await ask(next, { ...coarse, network: 'OP' })).body.data.amount).toBe(amounts[7])
    const freed = await server.app.db.select().from(paymentRequests).where(eq(paymentRequests.orderId, all[7]!._id))
    expect(freed[0]!.freedAt).not.toBeNull()
    await server.app.db.update(orders).set({ paymentStatus: 'paid' }).where(eq(orders.paymentStatus, 'cancelled'))
    const last = await buildOrder(server, ada, { price: 8800 })
    expect((await ask(last, { ...coarse, network: 'OP' })).body.error).toBe('amounts_taken')
  })
})
