import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderEvents, orderLines, orders } from '../../../drizzle/schema.ts'
import { onWriter } from '../../database.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildItem, buildUser, changeItem, fillCart, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  ada = await buildUser(store, { firstName: 'Ada' })
})

type Order = Wire['order']
const checkout = (who: Somebody, body: unknown = { paymentMethod: 'binance' }) =>
  store.call<Order>('POST', '/checkout', body, { token: who.token })
const read = async (who: Somebody, id: string) =>
  (await store.call<Order>('GET', `/checkout/${id}`, undefined, { token: who.token })).body.data
const badgeOf = async ({ token }: Somebody) =>
  (await store.call<{ count: number }>('GET', '/cart/count', undefined, { token })).body.data.count
const ordersOf = ({ id }: Somebody) => store.store.db.$count(orders, eq(orders.userId, id))

test('orders exactly what is in the cart, at the prices of now, and empties it', async () => {
  const net = await fillCart(store, ada, { name: 'Net', price: 1299, oldPrice: 1999, months: 12, logoLink: '/net' }, 2)
  const box = await fillCart(store, ada, { name: 'Box', price: 500 }, 3)
  const { status, body } = await checkout(ada)
  expect([status, body.message]).toEqual([200, 'Order created'])
  expect(body.data).toMatchObject({
    paymentStatus: 'pending',
    orderStatus: 'pending',
    paymentMethod: 'binance',
    subtotal: 40.98,
    processingFees: 0,
    discountAmount: 0,
    total: 40.98,
    totalAmount: 40.98,
    coupon: null,
    reference: null,
    checking: null,
    hasDelivery: false,
    items: [
      {
        item: net.id,
        name: 'Net',
        price: 12.99,
        originalPrice: 19.99,
        quantity: 2,
        subtotal: 25.98,
        duration: 12,
        logoLink: '/net',
      },
      { item: box.id, name: 'Box', price: 5, originalPrice: null, quantity: 3, subtotal: 15 },
    ],
    history: [{ what: 'created', who: 'customer', name: 'Ada', note: '' }],
  })
  expect(body.data).not.toHaveProperty('customer')
  expect(Date.parse(body.data.expiresAt) - Date.parse(body.data.createdAt)).toBe(72 * 3_600_000)
  expect(await read(ada, body.data._id)).toEqual(body.data)
  expect(await badgeOf(ada)).toBe(0)
})

test('keeps name, price, list price and logo, whatever becomes of the item', async () => {
  const item = await fillCart(store, ada, { name: 'Net', price: 1299, oldPrice: 1999 })
  const placed = (await checkout(ada)).body.data
  await changeItem(store, item.id, {
    name: 'Nettle',
    price: 99,
    oldPrice: null,
    logoLink: '/x',
    months: 6,
    archivedAt: new Date(),
  })
  expect(await read(ada, placed._id)).toEqual(placed)
})

test('an empty cart is no order', async () => {
  const gone = await fillCart(store, ada)
  await changeItem(store, gone.id, { archivedAt: new Date() })
  const { status, body } = await checkout(ada)
  expect([status, body.message, body.error]).toEqual([422, 'Your cart is empty', 'empty_cart'])
  expect(await ordersOf(ada)).toBe(0)
})

describe('a subtotal that the customer saw', () => {
  test('and that is right is taken, to the cent', async () => {
    await fillCart(store, ada, { price: 1299 }, 3)
    expect((await checkout(ada, { paymentMethod: 'bank', subtotal: 38.97 })).status).toBe(200)
  })

  test('and that is another one now is a 409 with the cart as it is, and changes nothing', async () => {
    const item = await fillCart(store, ada, { price: 1299 })
    await changeItem(store, item.id, { price: 1399 })
    const { status, body } = await checkout(ada, { paymentMethod: 'bank', subtotal: 12.99 })
    expect([status, body.message, body.error]).toEqual([
      409,
      'Your cart has changed. Please review it.',
      'cart_changed',
    ])
    expect(body.data).toMatchObject([{ count: 1, item: { _id: item.id, price: 13.99 }, priceWhenAdded: 12.99 }])
    expect(await ordersOf(ada)).toBe(0)
    expect(await badgeOf(ada)).toBe(1)
  })
})

test.each([
  [{}, 'This payment method is not handled on this page.'],
  [{ paymentMethod: 'stripe' }, 'This payment method is not handled on this page.'],
  [
    { paymentMethod: 'bank', subtotal: -1 },
    'subtotal must be an amount in dollars, 0 or more, with at most 2 decimals.',
  ],
  [
    { paymentMethod: 'bank', subtotal: 1.999 },
    'subtotal must be an amount in dollars, 0 or more, with at most 2 decimals.',
  ],
  [{ paymentMethod: 'bank', total: 1 }, 'Unknown field: total.'],
  [{ paymentMethod: 'bank', discountAmount: 5 }, 'Unknown field: discountAmount.'],
  [{ paymentMethod: 'bank', paymentStatus: 'verified' }, 'Unknown field: paymentStatus.'],
])('%j is refused, and the cart stays', async (body, message) => {
  await fillCart(store, ada)
  const refused = await checkout(ada, body)
  expect([refused.status, refused.body.message]).toEqual([400, message])
  expect(await badgeOf(ada)).toBe(1)
})

test('of twenty checkouts at once one takes the cart, and the others find it empty', async () => {
  await fillCart(store, ada, {}, 2)
  const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(ada)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(19)
  expect(await ordersOf(ada)).toBe(1)
})

test('what is added while the cart is checked out is ordered or still in it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const who = await buildUser(store)
    await fillCart(store, who)
    const late = await buildItem(store)
    const [order] = await Promise.all([
      checkout(who),
      store.call('POST', '/cart', { item: late.id, count: 2 }, { token: who.token }),
    ])
    const ordered = order.body.data.items.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(ordered + (await badgeOf(who))).toBe(3)
  }
})

test('a cart of a hundred lines is one order of a hundred lines, in their order', async () => {
  const categoryId = (await buildItem(store)).categoryId
  const made = []
  for (let i = 0; i < 100; i += 1) made.push(await fillCart(store, ada, { categoryId, price: 100 + i }))
  const { body } = await checkout(ada)
  expect(body.data.items.map(({ item }) => item)).toEqual(made.map(({ id }) => id))
  expect(body.data.total).toBe(149.5)
  const rows = await store.store.db.select().from(orderLines).where(eq(orderLines.orderId, body.data._id))
  expect(rows.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(made.map((_, i) => i))
})

test('is told to the customer and to staff, and to no other customer', async () => {
  const [staffMember, other] = [await buildUser(store, { isAdmin: true }), await buildUser(store)]
  const [hers, theirs, strangers] = [
    await store.follow({ token: ada.token }),
    await store.follow({ token: staffMember.token }),
    await store.follow({ token: other.token }),
  ]
  await fillCart(store, ada)
  const { body } = await checkout(ada)
  await expect.poll(hers.heard).toEqual(['cart.changed', 'cart.changed', 'order.changed created'])
  await expect.poll(theirs.heard).toEqual(['order.changed created'])
  expect(hers.events()[1]!.data).toEqual({ lines: [], count: 0 })
  expect(hers.events()[2]!.data.order).toEqual(body.data)
  expect(theirs.events()[0]!.data.order).toMatchObject({ _id: body.data._id, customer: { email: ada.email } })
  expect(strangers.events()).toEqual([])
})

test('a failure in the middle leaves the cart and nothing else', async () => {
  const { db } = store.store
  await fillCart(store, ada)
  const count = async () => [await db.$count(orders), await db.$count(orderLines), await db.$count(orderEvents)]
  const before = await count()
  await onWriter(db, sql`create trigger no_activity before insert on activity begin select raise(abort, 'no'); end`)
  const { status, body } = await checkout(ada)
  await onWriter(db, sql`drop trigger no_activity`)
  expect([status, body.message]).toEqual([500, 'Something went wrong on our side. Nothing was changed.'])
  expect(await count()).toEqual(before)
  expect(await badgeOf(ada)).toBe(1)
  expect((await checkout(ada)).status).toBe(200)
})
