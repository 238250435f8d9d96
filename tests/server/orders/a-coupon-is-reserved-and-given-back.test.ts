import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { couponRedemptions, coupons, orders } from '../../../drizzle/schema.ts'
import { expire } from '../../../server/orders/expire.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import {
  buildCoupon,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  type Somebody,
} from '../../build.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  mira = await buildStaff(store)
})
afterAll(() => store.close())
beforeEach(async () => {
  ada = await buildUser(store, { firstName: 'Ada' })
})

type Order = Wire['order']
type Coupon = { id: string; code: string }
const apply = (who: Somebody, order: string, couponId: string | null) =>
  store.call<Order>('PATCH', `/checkout/${order}/apply-coupon`, { couponId }, { token: who.token })
const find = (who: Somebody, code: string) =>
  store.call<{ _id: string }>('GET', `/coupons/${encodeURIComponent(code)}`, undefined, { token: who.token })
async function usesOf({ id }: Coupon) {
  const [row] = await store.store.db.select().from(coupons).where(eq(coupons.id, id))
  expect(row!.uses).toBe(await store.store.db.$count(couponRedemptions, eq(couponRedemptions.couponId, id)))
  return row!.uses
}
const gone = [404, 'Invalid coupon']
const told = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const yesterday = new Date(Date.now() - 86_400_000)

describe('looking a coupon up', () => {
  test('finds it in any case and with blanks around it', async () => {
    const coupon = await buildCoupon(store, { code: 'FIND ME'.replace(' ', ''), type: 'Fixed', amount: 550 })
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
      })
    }
  })

  test('answers alike for one that is unknown, expired, used up, archived, or used up by this person', async () => {
    const mine = await buildCoupon(store, { usesPerCustomer: 1 })
    await apply(ada, (await buildOrder(store, ada))._id, mine.id)
    const bad = [
      { code: 'NOTHING' },
      await buildCoupon(store, { expiresAt: yesterday }),
      await buildCoupon(store, { usesLimit: 3, uses: 3 }),
      await buildCoupon(store, { archivedAt: yesterday }),
      mine,
    ]
    const answers = await Promise.all(bad.map(({ code }) => find(ada, code)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error} ${body.message}`))).toEqual(
      new Set(['404 not_found Invalid coupon']),
    )
    const sam = await buildUser(store)
    expect((await find(sam, mine.code)).status).toBe(200)
  })
})

describe('applying', () => {
  test('takes off what the rules say, and reserves a use', async () => {
    const order = await buildOrder(store, ada, { price: 3098 })
    const coupon = await buildCoupon(store, { type: 'Percentage', amount: 1000 })
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

  test('the same one again changes nothing', async () => {
    const order = await buildOrder(store, ada)
    const coupon = await buildCoupon(store, { usesLimit: 1, usesPerCustomer: 1 })
    const first = await apply(ada, order._id, coupon.id)
    expect((await apply(ada, order._id, coupon.id)).body.data).toEqual(first.body.data)
    expect(await usesOf(coupon)).toBe(1)
  })

  test('another one replaces it and gives its use back', async () => {
    const order = await buildOrder(store, ada, { price: 2000 })
    const [one, two] = [await buildCoupon(store), await buildCoupon(store, { type: 'Fixed', amount: 500 })]
    await apply(ada, order._id, one.id)
    expect((await apply(ada, order._id, two.id)).body.data).toMatchObject({ discountAmount: 5, total: 15 })
    expect([await usesOf(one), await usesOf(two)]).toEqual([0, 1])
  })

  test('null removes it', async () => {
    const order = await buildOrder(store, ada)
    const coupon = await buildCoupon(store)
    await apply(ada, order._id, coupon.id)
    const { body } = await apply(ada, order._id, null)
    expect(body.message).toBe('Coupon removed')
    expect(body.data).toMatchObject({ coupon: null, couponCode: null, discountAmount: 0, total: 10 })
    expect(body.data.history.at(-1)).toMatchObject({ what: 'coupon', note: `${coupon.code} removed` })
    expect(await usesOf(coupon)).toBe(0)
  })

  test('one that does not fit is a 422 and leaves the one before', async () => {
    const order = await buildOrder(store, ada)
    const other = await buildItem(store)
    const held = await buildCoupon(store)
    await apply(ada, order._id, held.id)
    const unfit = [
      await buildCoupon(store, { itemId: other.id }),
      await buildCoupon(store, { categoryId: other.categoryId, type: 'Fixed' }),
      await buildCoupon(store, { amount: 0 }),
    ]
    for (const coupon of unfit) {
      const refused = await apply(ada, order._id, coupon.id)
      expect([...told(refused), refused.body.error]).toEqual([422, 'Invalid coupon', 'coupon_does_not_fit'])
      expect(await usesOf(coupon)).toBe(0)
    }
    expect(await usesOf(held)).toBe(1)
    const [row] = await store.store.db.select().from(orders).where(eq(orders.id, order._id))
    expect(row).toMatchObject({ couponId: held.id, discount: 100, total: 900 })
  })

  test('one that fits its item or category does', async () => {
    const order = await buildOrder(store, ada, { price: 2000 })
    const [{ item, category }] = order.items as [Order['items'][number]]
    const byItem = await buildCoupon(store, { itemId: item, type: 'Fixed', amount: 5000 })
    const byCategory = await buildCoupon(store, { categoryId: category, amount: 2500 })
    expect((await apply(ada, order._id, byItem.id)).body.data).toMatchObject({ discountAmount: 20, total: 0 })
    expect((await apply(ada, order._id, byCategory.id)).body.data).toMatchObject({ discountAmount: 5, total: 15 })
  })

  test('one that is unknown, expired, used up or archived is a 404 and takes nothing', async () => {
    const order = await buildOrder(store, ada)
    const bad = [
      { id: 'nothing' },
      await buildCoupon(store, { expiresAt: yesterday }),
      await buildCoupon(store, { usesLimit: 1, uses: 1 }),
      await buildCoupon(store, { archivedAt: yesterday }),
    ]
    for (const { id } of bad) expect(told(await apply(ada, order._id, id))).toEqual(gone)
    expect(await store.store.db.$count(couponRedemptions, eq(couponRedemptions.orderId, order._id))).toBe(0)
  })

  test('one a customer: on a second order it is a 404 until the first gives it back', async () => {
    const [one, two] = [await buildOrder(store, ada), await buildOrder(store, ada)]
    const coupon = await buildCoupon(store, { usesPerCustomer: 1 })
    await apply(ada, one._id, coupon.id)
    expect(told(await apply(ada, two._id, coupon.id))).toEqual(gone)
    await apply(ada, one._id, null)
    expect((await apply(ada, two._id, coupon.id)).status).toBe(200)
    expect(await usesOf(coupon)).toBe(1)
  })

  test('to a stranger’s order is a 404', async () => {
    const order = await buildOrder(store, ada)
    const coupon = await buildCoupon(store)
    expect(told(await apply(await buildUser(store), order._id, coupon.id))).toEqual([404, 'Order not found'])
    expect(await usesOf(coupon)).toBe(0)
  })

  test('to an order that is paid is a 409', async () => {
    const order = await buildPaidOrder(store, ada)
    const coupon = await buildCoupon(store)
    for (const id of [coupon.id, null]) expect((await apply(ada, order._id, id)).body.error).toBe('order_not_pending')
    expect(await usesOf(coupon)).toBe(0)
  })
})

test('what an order holds is honoured after it has expired, run out or been archived', async () => {
  const order = await buildOrder(store, ada)
  const coupon = await buildCoupon(store, { usesLimit: 1 })
  await apply(ada, order._id, coupon.id)
  await store.store.db
    .update(coupons)
    .set({ expiresAt: yesterday, archivedAt: yesterday })
    .where(eq(coupons.id, coupon.id))
  expect((await apply(ada, order._id, coupon.id)).body.data).toMatchObject({ total: 9 })
  const paid = await store.call<Order>(
    'PATCH',
    `/checkout/${order._id}/mark-paid`,
    { paymentMethod: 'bank', discountAmount: 1 },
    { token: ada.token },
  )
  expect(paid.body.data).toMatchObject({ paymentStatus: 'paid', total: 9 })
  const verified = await store.call<Order>('PATCH', `/admin/orders/${order._id}/verify`, undefined, {
    token: mira.token,
  })
  expect(verified.body.data).toMatchObject({ paymentStatus: 'verified', total: 9 })
})

describe('a use is', () => {
  const end: [string, boolean, (order: string) => Promise<unknown>][] = [
    ['cancelled', true, (id) => store.call('PATCH', `/checkout/${id}/cancel`, undefined, { token: ada.token })],
    ['expired', true, (id) => change(store.store, (making) => expire(making, id))],
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
  const pay = (id: string) => store.call('PATCH', `/checkout/${id}/mark-paid`, {}, { token: ada.token })
  const decide = (id: string, what: string, body?: unknown) =>
    store.call('PATCH', `/admin/orders/${id}/${what}`, body, { token: mira.token })

  test.each(end)('of an order that is %s: given back %s', async (_, back, finish) => {
    const order = await buildOrder(store, ada)
    const coupon = await buildCoupon(store, { usesLimit: 1 })
    await apply(ada, order._id, coupon.id)
    await finish(order._id)
    expect(await usesOf(coupon)).toBe(back ? 0 : 1)
    const sam = await buildUser(store)
    const next = await apply(sam, (await buildOrder(store, sam))._id, coupon.id)
    expect(next.status).toBe(back ? 200 : 404)
  })
})

test('of 50 orders that race for the last use one gets it', async () => {
  const coupon = await buildCoupon(store, { usesLimit: 5, uses: 0 })
  const people = await Promise.all(Array.from({ length: 50 }, () => buildUser(store)))
  const placed = await Promise.all(people.map((who) => buildOrder(store, who)))
  for (let i = 0; i < 4; i += 1) await apply(people[i]!, placed[i]!._id, coupon.id)
  const answers = await Promise.all(placed.slice(4).map((order, i) => apply(people[i + 4]!, order._id, coupon.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(45)
  expect(await usesOf(coupon)).toBe(5)
})

test('two orders of one customer race for one a customer: one gets it', async () => {
  const coupon = await buildCoupon(store, { usesPerCustomer: 1 })
  const placed = []
  for (let i = 0; i < 10; i += 1) placed.push(await buildOrder(store, ada))
  const answers = await Promise.all(placed.map(({ _id }) => apply(ada, _id, coupon.id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await usesOf(coupon)).toBe(1)
})
