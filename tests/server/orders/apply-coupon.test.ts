import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { couponRedemptions, coupons, orderEvents, orders } from '../../../drizzle/schema.ts'
import { expire } from '../../../server/orders/expire.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, waitFor, type Wire } from '../../app.ts'
import {
  buildCoupon,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  type TestUser,
} from '../../build.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await buildUser(server, { firstName: 'Ada' })
})

type Order = Wire['order']
type Coupon = { id: string; code: string }
const apply = (user: TestUser, order: string, couponId: string | null) =>
  server.call<Order>('PATCH', `/checkout/${order}/apply-coupon`, { couponId }, { token: user.token })
const find = (user: TestUser, code: string) =>
  server.call<{ _id: string }>('GET', `/coupons/${encodeURIComponent(code)}`, undefined, { token: user.token })
/** The coupon's uses, which equal its redemptions. */
async function usesOf({ id }: Coupon) {
  const [row] = await server.app.db.select().from(coupons).where(eq(coupons.id, id))
  expect(row!.uses).toBe(await server.app.db.$count(couponRedemptions, eq(couponRedemptions.couponId, id)))
  return row!.uses
}
const invalidCoupon = [404, 'Invalid coupon']
const summaryOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const yesterday = new Date(Date.now() - 86_400_000)
const tomorrow = new Date(Date.now() + 86_400_000)

describe('looking a coupon up', () => {
  it('ignores case and surrounding spaces', async () => {
    const coupon = await buildCoupon(server, { code: 'FINDME', type: 'Fixed', amount: 550 })
    for (const typed of ['FINDME', 'findme', ' FindMe ']) {
      const { status, body } = await find(ada, typed)
      expect([status, body.message]).toEqual([200, 'Coupon found'])
      expect(body.data).toEqual({
        _id: coupon.id,
        code: 'FINDME',
        type: 'Fixed',
        amount: 5.5,
        validItem: null,
        validCategory: null,
        minTotal: null,
        firstOrderOnly: false,
      })
    }
  })

  it('returns the same 404 for a coupon that is unknown, not started, expired, a batch, used up, archived or used up by this user', async () => {
    const mine = await buildCoupon(server, { usesPerCustomer: 1 })
    await apply(ada, (await buildOrder(server, ada))._id, mine.id)
    const unusable = [
      { code: 'NOTHING' },
      await buildCoupon(server, { expiresAt: yesterday }),
      await buildCoupon(server, { startsAt: tomorrow }),
      await buildCoupon(server, { batchSize: 10, usesLimit: 10 }),
      await buildCoupon(server, { usesLimit: 3, uses: 3 }),
      await buildCoupon(server, { archivedAt: yesterday }),
      mine,
    ]
    const responses = await Promise.all(unusable.map(({ code }) => find(ada, code)))
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.error} ${body.message}`))).toEqual(
      new Set(['404 not_found Invalid coupon']),
    )
    const sam = await buildUser(server)
    expect((await find(sam, mine.code)).status).toBe(200)
  })
})

describe('applying a coupon', () => {
  it('reduces the total and reserves a use', async () => {
    const order = await buildOrder(server, ada, { price: 3098 })
    const coupon = await buildCoupon(server, { type: 'Percentage', amount: 1000 })
    const { status, body } = await apply(ada, order._id, coupon.id)
    expect([status, body.message]).toEqual([200, 'Coupon applied'])
    expect(body.data).toMatchObject({
      subtotal: 30.98,
      discountAmount: 3.1,
      total: 27.88,
      totalAmount: 27.88,
      coupon: coupon.id,
      couponCode: coupon.code,
      history: [{ what: 'created' }, { what: 'coupon', name: 'Ada', note: `${coupon.code} applied` }],
    })
    expect(await usesOf(coupon)).toBe(1)
  })

  it('leaves the fees as they are', async () => {
    const order = await buildOrder(server, ada, { price: 2000 })
    await server.app.db.update(orders).set({ fees: 50, total: 2050 }).where(eq(orders.id, order._id))
    const coupon = await buildCoupon(server, { type: 'Percentage', amount: 1000 })
    const { body } = await apply(ada, order._id, coupon.id)
    expect(body.data).toMatchObject({ subtotal: 20, processingFees: 0.5, discountAmount: 2, total: 18.5 })
  })

  it('changes nothing when the same coupon is applied twice', async () => {
    const order = await buildOrder(server, ada)
    const coupon = await buildCoupon(server, { usesLimit: 1, usesPerCustomer: 1 })
    const first = await apply(ada, order._id, coupon.id)
    expect((await apply(ada, order._id, coupon.id)).body.data).toEqual(first.body.data)
    expect(await usesOf(coupon)).toBe(1)
  })

  it('replaces another coupon and releases its use', async () => {
    const order = await buildOrder(server, ada, { price: 2000 })
    const [one, two] = [await buildCoupon(server), await buildCoupon(server, { type: 'Fixed', amount: 500 })]
    await apply(ada, order._id, one.id)
    expect((await apply(ada, order._id, two.id)).body.data).toMatchObject({ discountAmount: 5, total: 15 })
    expect([await usesOf(one), await usesOf(two)]).toEqual([0, 1])
  })

  it('removes the coupon with null', async () => {
    const order = await buildOrder(server, ada)
    const coupon = await buildCoupon(server)
    await apply(ada, order._id, coupon.id)
    const { body } = await apply(ada, order._id, null)
    expect(body.message).toBe('Coupon removed')
    expect(body.data).toMatchObject({ coupon: null, couponCode: null, discountAmount: 0, total: 10 })
    expect(body.data.history.at(-1)).toMatchObject({ what: 'coupon', note: `${coupon.code} removed` })
    expect(await usesOf(coupon)).toBe(0)
  })

  it('keeps one entry of the history, however often it changes', async () => {
    const order = await buildOrder(server, ada, { price: 2000 })
    const [one, two] = [await buildCoupon(server), await buildCoupon(server)]
    const connection = await server.connect({ token: ada.token })
    const changes: (string | null)[] = []
    for (let round = 0; round < 10; round += 1) changes.push(one.id, two.id, null)
    for (const couponId of [...changes, one.id]) expect((await apply(ada, order._id, couponId)).status).toBe(200)
    const rows = () => server.app.db.select().from(orderEvents).where(eq(orderEvents.orderId, order._id))
    expect((await rows()).map(({ seq, what, note }) => [seq, what, note])).toEqual([
      [1, 'created', ''],
      [2, 'coupon', `${one.code} applied`],
    ])
    const events = () => connection.events().filter(({ type }) => type === 'order.changed')
    await waitFor(() => events().length === changes.length + 1)
    const histories = events().map(({ data }) => (data.order as Order).history.map(({ what, note }) => [what, note]))
    expect(histories.slice(-2)).toEqual([
      [
        ['created', ''],
        ['coupon', `${two.code} removed`],
      ],
      [
        ['created', ''],
        ['coupon', `${one.code} applied`],
      ],
    ])
    const paid = await server.call<Order>('PATCH', `/checkout/${order._id}/mark-paid`, {}, { token: ada.token })
    expect(paid.body.data.history.map(({ what }) => what)).toEqual(['created', 'coupon', 'paid'])
    expect((await rows()).map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('shows the last of the entries that an older store has kept', async () => {
    const order = await buildOrder(server, ada)
    const kept = Array.from({ length: 600 }, (_, i) => ({
      orderId: order._id,
      seq: i + 2,
      what: 'coupon' as const,
      who: 'customer' as const,
      actorId: ada.id,
      name: 'Ada',
      note: `CODE ${i}`,
    }))
    await server.app.db.insert(orderEvents).values(kept)
    const { status, body } = await server.call<Order>('PATCH', `/checkout/${order._id}/cancel`, undefined, {
      token: ada.token,
    })
    expect(status).toBe(200)
    expect(body.data.history.map(({ what, note }) => [what, note])).toEqual([
      ['created', ''],
      ['coupon', 'CODE 599'],
      ['cancelled', ''],
    ])
    expect((await server.call<Order>('GET', `/checkout/${order._id}`, undefined, ada)).body.data).toMatchObject(
      body.data,
    )
  })

  it('returns 422 for a coupon that does not apply to the order, and keeps the previous one', async () => {
    const order = await buildOrder(server, ada)
    const other = await buildItem(server)
    const applied = await buildCoupon(server)
    await apply(ada, order._id, applied.id)
    const inapplicable = [
      await buildCoupon(server, { itemId: other.id }),
      await buildCoupon(server, { categoryId: other.categoryId, type: 'Fixed' }),
      await buildCoupon(server, { amount: 0 }),
    ]
    for (const coupon of inapplicable) {
      const response = await apply(ada, order._id, coupon.id)
      expect([...summaryOf(response), response.body.error]).toEqual([422, 'Invalid coupon', 'coupon_does_not_fit'])
      expect(await usesOf(coupon)).toBe(0)
    }
    expect(await usesOf(applied)).toBe(1)
    const [row] = await server.app.db.select().from(orders).where(eq(orders.id, order._id))
    expect(row).toMatchObject({ couponId: applied.id, discount: 100, total: 900 })
  })

  it('applies a coupon limited to an item or category of the order', async () => {
    const order = await buildOrder(server, ada, { price: 2000 })
    const [{ item, category }] = order.items as [Order['items'][number]]
    const byItem = await buildCoupon(server, { itemId: item, type: 'Fixed', amount: 5000 })
    const byCategory = await buildCoupon(server, { categoryId: category, amount: 2500 })
    expect((await apply(ada, order._id, byItem.id)).body.data).toMatchObject({ discountAmount: 20, total: 0 })
    expect((await apply(ada, order._id, byCategory.id)).body.data).toMatchObject({ discountAmount: 5, total: 15 })
  })

  it('returns 404 for a coupon that is unknown, expired, used up or archived, and reserves nothing', async () => {
    const order = await buildOrder(server, ada)
    const unusable = [
      { id: 'nothing' },
      await buildCoupon(server, { expiresAt: yesterday }),
      await buildCoupon(server, { usesLimit: 1, uses: 1 }),
      await buildCoupon(server, { archivedAt: yesterday }),
    ]
    for (const { id } of unusable) expect(summaryOf(await apply(ada, order._id, id))).toEqual(invalidCoupon)
    expect(await server.app.db.$count(couponRedemptions, eq(couponRedemptions.orderId, order._id))).toBe(0)
  })

  it('enforces the limit per customer until another order releases its use', async () => {
    const [one, two] = [await buildOrder(server, ada), await buildOrder(server, ada)]
    const coupon = await buildCoupon(server, { usesPerCustomer: 1 })
    await apply(ada, one._id, coupon.id)
    expect(summaryOf(await apply(ada, two._id, coupon.id))).toEqual(invalidCoupon)
    await apply(ada, one._id, null)
    expect((await apply(ada, two._id, coupon.id)).status).toBe(200)
    expect(await usesOf(coupon)).toBe(1)
  })

  it('returns 404 for another customer’s order', async () => {
    const order = await buildOrder(server, ada)
    const coupon = await buildCoupon(server)
    expect(summaryOf(await apply(await buildUser(server), order._id, coupon.id))).toEqual([404, 'Order not found'])
    expect(await usesOf(coupon)).toBe(0)
  })

  it('returns 409 for a paid order', async () => {
    const order = await buildPaidOrder(server, ada)
    const coupon = await buildCoupon(server)
    for (const id of [coupon.id, null]) expect((await apply(ada, order._id, id)).body.error).toBe('order_not_pending')
    expect(await usesOf(coupon)).toBe(0)
  })
})

it('honours a reserved coupon after it has expired, run out or been archived', async () => {
  const order = await buildOrder(server, ada)
  const coupon = await buildCoupon(server, { usesLimit: 1 })
  await apply(ada, order._id, coupon.id)
  await server.app.db
    .update(coupons)
    .set({ expiresAt: yesterday, archivedAt: yesterday })
    .where(eq(coupons.id, coupon.id))
  expect((await apply(ada, order._id, coupon.id)).body.data).toMatchObject({ total: 9 })
  const paid = await server.call<Order>(
    'PATCH',
    `/checkout/${order._id}/mark-paid`,
    { paymentMethod: 'bank', discountAmount: 1 },
    { token: ada.token },
  )
  expect(paid.body.data).toMatchObject({ paymentStatus: 'paid', total: 9 })
  const verified = await server.call<Order>('PATCH', `/admin/orders/${order._id}/verify`, undefined, {
    token: mira.token,
  })
  expect(verified.body.data).toMatchObject({ paymentStatus: 'verified', total: 9 })
})

describe('the reserved use', () => {
  const endings: [string, boolean, (order: string) => Promise<unknown>][] = [
    ['cancelled', true, (id) => server.call('PATCH', `/checkout/${id}/cancel`, undefined, { token: ada.token })],
    ['expired', true, (id) => runMutation(server.app, (ctx) => expire(ctx, id))],
    ['rejected', true, (id) => pay(id).then(() => decide(id, 'reject', { reason: 'Nothing came' }))],
    ['verified', false, (id) => pay(id).then(() => decide(id, 'verify'))],
    [
      'refunded',
      false,
      (id) =>
        pay(id)
          .then(() => decide(id, 'verify'))
          .then(() => decide(id, 'refund', { reason: 'Sent back' })),
    ],
  ]
  const pay = (id: string) => server.call('PATCH', `/checkout/${id}/mark-paid`, {}, { token: ada.token })
  const decide = (id: string, action: string, body?: unknown) =>
    server.call('PATCH', `/admin/orders/${id}/${action}`, body, { token: mira.token })

  it.each(endings)('of a %s order is released: %s', async (_, isReleased, finish) => {
    const order = await buildOrder(server, ada)
    const coupon = await buildCoupon(server, { usesLimit: 1 })
    await apply(ada, order._id, coupon.id)
    await finish(order._id)
    expect(await usesOf(coupon)).toBe(isReleased ? 0 : 1)
    const sam = await buildUser(server)
    const next = await apply(sam, (await buildOrder(server, sam))._id, coupon.id)
    expect(next.status).toBe(isReleased ? 200 : 404)
  })
})

it('gives the last use to one of 46 orders that race for it', async () => {
  const coupon = await buildCoupon(server, { usesLimit: 5, uses: 0 })
  const customers = await Promise.all(Array.from({ length: 50 }, () => buildUser(server)))
  const orders = await Promise.all(customers.map((customer) => buildOrder(server, customer)))
  for (let i = 0; i < 4; i += 1) await apply(customers[i]!, orders[i]!._id, coupon.id)
  const responses = await Promise.all(orders.slice(4).map((order, i) => apply(customers[i + 4]!, order._id, coupon.id)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(45)
  expect(await usesOf(coupon)).toBe(5)
})

it('gives a coupon of one use per customer to one of ten orders that race for it', async () => {
  const coupon = await buildCoupon(server, { usesPerCustomer: 1 })
  const orders = []
  for (let i = 0; i < 10; i += 1) orders.push(await buildOrder(server, ada))
  const responses = await Promise.all(orders.map(({ _id }) => apply(ada, _id, coupon.id)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await usesOf(coupon)).toBe(1)
})

describe('a coupon with a total limit', () => {
  const held = (order: Order) => [422, `Your order #${order._id.slice(-6).toUpperCase()} already uses this coupon.`]

  it('is held once per customer, until that order is verified or releases it', async () => {
    const coupon = await buildCoupon(server, { usesLimit: 20 })
    const [one, two] = [await buildOrder(server, ada), await buildOrder(server, ada)]
    expect((await apply(ada, one._id, coupon.id)).status).toBe(200)
    expect(summaryOf(await apply(ada, two._id, coupon.id))).toEqual(held(one))
    expect(summaryOf(await find(ada, coupon.code))).toEqual(held(one))
    await server.call('PATCH', `/checkout/${one._id}/mark-paid`, {}, { token: ada.token })
    expect(summaryOf(await apply(ada, two._id, coupon.id))).toEqual(held(one))
    expect(await usesOf(coupon)).toBe(1)
    expect((await server.app.db.select().from(orders).where(eq(orders.id, two._id)))[0]).toMatchObject({ discount: 0 })

    const sam = await buildUser(server)
    expect((await apply(sam, (await buildOrder(server, sam))._id, coupon.id)).status).toBe(200)

    await server.call('PATCH', `/admin/orders/${one._id}/verify`, undefined, { token: mira.token })
    expect((await apply(ada, two._id, coupon.id)).status).toBe(200)
    await apply(ada, two._id, null)
    const three = await buildOrder(server, ada)
    expect((await apply(ada, three._id, coupon.id)).status).toBe(200)
  })

  it('is held more often where its limit per customer says so', async () => {
    const coupon = await buildCoupon(server, { usesLimit: 20, usesPerCustomer: 3 })
    const statuses = []
    for (let i = 0; i < 4; i += 1) {
      statuses.push((await apply(ada, (await buildOrder(server, ada))._id, coupon.id)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 404])
  })

  it('gives one of ten orders that race for it to a customer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const coupon = await buildCoupon(server, { usesLimit: 20 })
      const own = []
      for (let i = 0; i < 10; i += 1) own.push(await buildOrder(server, ada))
      const responses = await Promise.all(own.map(({ _id }) => apply(ada, _id, coupon.id)))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(responses.filter(({ status }) => status === 422)).toHaveLength(9)
      expect(await usesOf(coupon)).toBe(1)
    }
  })
})

describe('a coupon with conditions', () => {
  it('applies from its start on', async () => {
    const order = await buildOrder(server, ada)
    const coupon = await buildCoupon(server, { startsAt: tomorrow })
    expect(summaryOf(await apply(ada, order._id, coupon.id))).toEqual(invalidCoupon)
    await server.app.db.update(coupons).set({ startsAt: yesterday }).where(eq(coupons.id, coupon.id))
    expect((await apply(ada, order._id, coupon.id)).status).toBe(200)
  })

  it('applies to orders from its minimum on, and says so before', async () => {
    const coupon = await buildCoupon(server, { type: 'Fixed', amount: 500, minTotal: 2000 })
    expect((await find(ada, coupon.code)).body.data).toMatchObject({ minTotal: 20, firstOrderOnly: false })
    const below = await buildOrder(server, ada, { price: 1999 })
    const refused = await apply(ada, below._id, coupon.id)
    expect([...summaryOf(refused), refused.body.error]).toEqual([422, 'Invalid coupon', 'coupon_minimum'])
    expect(await usesOf(coupon)).toBe(0)
    const reached = await buildOrder(server, ada, { price: 2000 })
    expect((await apply(ada, reached._id, coupon.id)).body.data.discountAmount).toBe(5)
  })

  describe('for first orders', () => {
    const isRefused = async (order: string, { id }: Coupon) => {
      const { status, body } = await apply(ada, order, id)
      return status === 422 && body.message === 'Invalid coupon' && body.error === 'coupon_first_order'
    }

    it('applies while the customer has paid for nothing, to one of their orders', async () => {
      const [coupon, another] = [
        await buildCoupon(server, { firstOrderOnly: true }),
        await buildCoupon(server, { firstOrderOnly: true }),
      ]
      const [one, two] = [await buildOrder(server, ada), await buildOrder(server, ada)]
      expect((await apply(ada, two._id, coupon.id)).status).toBe(200)
      expect(await isRefused(one._id, another)).toBe(true)
      expect((await find(ada, another.code)).body.error).toBe('coupon_first_order')
      expect((await apply(ada, two._id, another.id)).status, 'another takes its place on the same order').toBe(200)
      await apply(ada, two._id, null)
      expect((await apply(ada, one._id, coupon.id)).status).toBe(200)
    })

    it('is refused once another order was paid for, until that one is rejected', async () => {
      const coupon = await buildCoupon(server, { firstOrderOnly: true })
      const paid = await buildPaidOrder(server, ada)
      const order = await buildOrder(server, ada)
      expect(await isRefused(order._id, coupon)).toBe(true)
      await server.call('PATCH', `/admin/orders/${paid._id}/reject`, { reason: 'Nothing came' }, { token: mira.token })
      expect((await apply(ada, order._id, coupon.id)).status).toBe(200)
    })

    it('stays on an order while another one is paid for', async () => {
      const coupon = await buildCoupon(server, { firstOrderOnly: true })
      const order = await buildOrder(server, ada)
      await apply(ada, order._id, coupon.id)
      await buildPaidOrder(server, ada)
      const paid = await server.call<Order>('PATCH', `/checkout/${order._id}/mark-paid`, {}, { token: ada.token })
      expect(paid.body.data.couponCode).toBe(coupon.code)
    })

    it('goes to one of several orders at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const user = await buildUser(server)
        const orders: Order[] = []
        while (orders.length < 4) orders.push(await buildOrder(server, user))
        const rows = await Promise.all(orders.map(() => buildCoupon(server, { firstOrderOnly: true })))
        const responses = await Promise.all(orders.map(({ _id }, i) => apply(user, _id, rows[i]!.id)))
        expect(responses.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '422', '422', '422'])
      }
    })
  })
})
