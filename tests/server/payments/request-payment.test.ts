import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders, paymentRequests } from '../../../drizzle/schema.ts'
import { freeAmounts } from '../../../server/ledger/free-amounts.ts'
import { isPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCoupon, buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

type Request = { amount: string; currency: string; address: string | null; account: string | null; reference: string }
type Choice = { method: string; network?: string; token?: string }

let server: TestServer
let [ada, sam, mira] = [] as unknown as [TestUser, TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer({ TRANSFER_ACCOUNTS: 'tests/transfer-accounts.json' })
  ;[ada, sam, mira] = [await buildUser(server), await buildUser(server), await buildStaff(server)]
})
afterAll(() => server.close())

const ask = (id: string, choice: unknown, { token } = ada) =>
  server.call<Request>('POST', `/checkout/${id}/payment-request`, choice, { token })
const read = async (id: string, { token } = ada) =>
  (await server.call<Wire['order']>('GET', `/checkout/${id}`, undefined, { token })).body.data
const usdt = (network = 'BEP20'): Choice => ({ method: 'crypto', network, token: 'USDT' })

describe('a payment request', () => {
  it('says what exactly to send, where, and which reference to write', async () => {
    const order = await buildOrder(server, ada, { price: 2437 })
    expect(isPaymentReference(order.reference)).toBe(true)
    const bank = (await ask(order._id, { method: 'bank' })).body.data
    expect(bank).toMatchObject({
      method: 'bank',
      currency: 'LKR',
      amount: '7433',
      rate: 305,
      network: null,
      token: null,
    })
    expect(bank).toMatchObject({ account: '1234 5678 9012', address: null, reference: order.reference })
    expect(bank).toMatchObject({ expiresAt: order.expiresAt })
    const coin = (await ask(order._id, { method: 'crypto', network: 'BASE', token: 'ETH' })).body.data
    expect(coin).toMatchObject({ currency: 'USD', amount: '24.37', network: 'BASE', token: 'ETH' })
    const binance = (await ask(order._id, { method: 'binance' })).body.data
    expect(binance).toMatchObject({ currency: 'USDT', amount: '24.37', account: '123456789' })
  })

  it('gives the same choice the same amount, however often it changes', async () => {
    const order = await buildOrder(server, ada, { price: 3100 })
    const first = (await ask(order._id, usdt())).body.data
    expect(first).toMatchObject({ amount: '31.0001', address: '0x00000000000000000000000000000000feed0004' })
    for (let i = 0; i < 10; i += 1) {
      await ask(order._id, usdt('BASE'))
      await ask(order._id, { method: 'bank' })
      expect((await ask(order._id, usdt())).body.data.amount).toBe(first.amount)
    }
    expect(await server.app.db.$count(paymentRequests, eq(paymentRequests.orderId, order._id))).toBe(3)
  })

  it('gives 100 orders of one price 100 amounts, all worth less than a cent more', async () => {
    const found = new Set<string>()
    const waiting: { _id: string }[] = []
    for (let i = 0; i < 100; i += 1) waiting.push(await buildOrder(server, sam, { price: 4200 }))
    const answers = await Promise.all(waiting.map(({ _id }) => ask(_id, usdt('ARB'), sam)))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(Number(body.data.amount)).toBeGreaterThan(42)
      expect(Number(body.data.amount)).toBeLessThan(42.01)
      found.add(body.data.amount)
    }
    expect(found.size).toBe(100)
  })

  it('is kept with the order: where it was sent shows the one address, without it in events', async () => {
    const order = await buildOrder(server, ada, { price: 5300 })
    const phone = await server.connect({ token: ada.token })
    const desk = await server.connect({ token: mira.token })
    await ask(order._id, usdt('OP'))
    const paid = await server.call<Wire['order']>(
      'PATCH',
      `/checkout/${order._id}/mark-paid`,
      { paymentMethod: 'crypto' },
      { token: ada.token },
    )
    expect(paid.body.data.request).toMatchObject({ network: 'OP', token: 'USDT', amount: '53.0001', currency: 'USDT' })
    const { transferTo, request } = (await read(order._id)) as unknown as {
      transferTo: { crypto: unknown[] }
      request: Request
    }
    expect(transferTo.crypto).toHaveLength(1)
    expect(request.address).toBe('0x00000000000000000000000000000000feed0005')
    await expect.poll(() => desk.events().length).toBeGreaterThanOrEqual(2)
    expect(phone.eventSummaries()).toContain('order.changed payment')
    expect(JSON.stringify([phone.received, desk.received])).not.toMatch(/feed0005/)
  })

  it('frees its amount for another order a week after the order ended, and not before', async () => {
    const order = await buildOrder(server, ada, { price: 7700 })
    await ask(order._id, usdt())
    const cancelledAt = async (at: Date) => {
      const set = { paymentStatus: 'cancelled', orderStatus: 'failed', updatedAt: at } as const
      await server.app.db.update(orders).set(set).where(eq(orders.id, order._id))
      await freeAmounts(server.app.db, new Date())
    }
    const amountOfAnother = async () =>
      (await ask((await buildOrder(server, ada, { price: 7700 }))._id, usdt())).body.data.amount
    await cancelledAt(new Date(Date.now() - 6 * 86_400_000))
    expect(await amountOfAnother()).toBe('77.0002')
    await cancelledAt(new Date(Date.now() - 8 * 86_400_000))
    expect(await amountOfAnother()).toBe('77.0001')
  })

  it('asks for another amount once a coupon changes the total', async () => {
    const order = await buildOrder(server, ada, { price: 6000 })
    const coupon = await buildCoupon(server, { type: 'Fixed', amount: 1000 })
    await ask(order._id, { method: 'bank' })
    await server.call('PATCH', `/checkout/${order._id}/apply-coupon`, { couponId: coupon.id }, { token: ada.token })
    expect((await read(order._id)).request).toBeNull()
    expect((await ask(order._id, { method: 'bank' })).body.data.amount).toBe('15250')
  })

  it('is made by marking as paid, where the method alone says what to send', async () => {
    const [bank, crypto] = [
      await buildOrder(server, ada, { price: 900 }),
      await buildOrder(server, ada, { price: 900 }),
    ]
    const pay = (id: string, body: unknown) =>
      server.call<Wire['order']>('PATCH', `/checkout/${id}/mark-paid`, body, { token: ada.token })
    expect((await pay(bank._id, { paymentMethod: 'bank' })).body.data.request).toMatchObject({ amount: '2745' })
    expect((await pay(crypto._id, { paymentMethod: 'crypto' })).body.data.request).toBeNull()
    const named = await buildOrder(server, ada, { price: 900 })
    const body = { paymentMethod: 'crypto', network: 'MATIC', token: 'USDC' }
    expect((await pay(named._id, body)).body.data.request).toMatchObject({ network: 'MATIC', token: 'USDC' })
  })

  it.each([
    [{ method: 'paypal' }, 400, 'invalid'],
    [{ method: 'crypto' }, 422, 'network_missing'],
    [{ method: 'bank', network: 'BASE' }, 422, 'no_network'],
    [{ method: 'crypto', network: 'BASE', token: 'BNB' }, 422, 'token_not_accepted'],
    [{ method: 'bank', total: 1 }, 400, 'invalid'],
  ])('rejects %j', async (choice, status, error) => {
    const order = await buildOrder(server, ada)
    const answer = await ask(order._id, choice)
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect((await read(order._id)).request).toBeNull()
  })

  it('is refused for another customer’s order, and for one that is no longer pending', async () => {
    const order = await buildOrder(server, ada)
    expect((await ask(order._id, { method: 'bank' }, sam)).status).toBe(404)
    await server.app.db
      .update(orders)
      .set({ paymentStatus: 'cancelled', orderStatus: 'failed' })
      .where(eq(orders.id, order._id))
    expect((await ask(order._id, { method: 'bank' })).body.error).toBe('order_not_pending')
  })
})
