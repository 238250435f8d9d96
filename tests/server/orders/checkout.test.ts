import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cartLines, orderEvents, orderLines, orders } from '../../../drizzle/schema.ts'
import { breakWrites, mendWrites } from '../../database.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildItem, buildUser, changeItem, fillCart, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await buildUser(server, { firstName: 'Ada' })
})

type Order = Wire['order']
const checkout = (user: TestUser, body: unknown = { paymentMethod: 'binance' }) =>
  server.call<Order>('POST', '/checkout', body, { token: user.token })
const read = async (user: TestUser, id: string) =>
  (await server.call<Order>('GET', `/checkout/${id}`, undefined, { token: user.token })).body.data
const cartCountOf = async ({ token }: TestUser) =>
  (await server.call<{ count: number }>('GET', '/cart/count', undefined, { token })).body.data.count
const countOrders = ({ id }: TestUser) => server.app.db.$count(orders, eq(orders.userId, id))

it('orders the cart at current prices and empties it', async () => {
  const net = await fillCart(server, ada, { name: 'Net', price: 1299, oldPrice: 1999, months: 12, logoLink: '/net' }, 2)
  const box = await fillCart(server, ada, { name: 'Box', price: 500 }, 3)
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
    transferReference: null,
    request: null,
    rest: null,
    received: 0,
    refunded: 0,
    payments: [],
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
  expect(await read(ada, body.data._id)).toMatchObject(body.data)
  expect(await cartCountOf(ada)).toBe(0)
})

it('keeps name, price, list price and logo when the item changes', async () => {
  const item = await fillCart(server, ada, { name: 'Net', price: 1299, oldPrice: 1999 })
  const placed = (await checkout(ada)).body.data
  await changeItem(server, item.id, {
    name: 'Nettle',
    price: 99,
    oldPrice: null,
    logoLink: '/x',
    months: 6,
    archivedAt: new Date(),
  })
  expect(await read(ada, placed._id)).toMatchObject(placed)
})

it('shows no list price that is not above the price', async () => {
  await fillCart(server, ada, { price: 1000, oldPrice: 1000 })
  expect((await checkout(ada)).body.data.items).toMatchObject([{ price: 10, originalPrice: null }])
})

it('returns 422 for an empty cart', async () => {
  const archived = await fillCart(server, ada)
  await changeItem(server, archived.id, { archivedAt: new Date() })
  const { status, body } = await checkout(ada)
  expect([status, body.message, body.error]).toEqual([422, 'Your cart is empty', 'empty_cart'])
  expect(await countOrders(ada)).toBe(0)
})

describe('the subtotal that was shown', () => {
  it('is accepted when it is right to the cent', async () => {
    await fillCart(server, ada, { price: 1299 }, 3)
    expect((await checkout(ada, { paymentMethod: 'bank', subtotal: 38.97 })).status).toBe(200)
  })

  it('returns 409 with the current cart when it has changed', async () => {
    const item = await fillCart(server, ada, { price: 1299 })
    await changeItem(server, item.id, { price: 1399 })
    const { status, body } = await checkout(ada, { paymentMethod: 'bank', subtotal: 12.99 })
    expect([status, body.message, body.error]).toEqual([
      409,
      'Your cart has changed. Please review it.',
      'cart_changed',
    ])
    expect(body.data).toMatchObject([{ count: 1, item: { _id: item.id, price: 13.99 }, priceWhenAdded: 12.99 }])
    expect(await countOrders(ada)).toBe(0)
    expect(await cartCountOf(ada)).toBe(1)
  })

  it('returns 409 with the lines of archived items, even if no other is left', async () => {
    const changed = async (subtotal: number) => {
      const { status, body } = await checkout(ada, { paymentMethod: 'bank', subtotal })
      expect([status, body.error, body.message]).toEqual([
        409,
        'cart_changed',
        'Your cart has changed. Please review it.',
      ])
      return body
    }
    const [gone, last] = [await fillCart(server, ada, { price: 1000 }), await fillCart(server, ada, { price: 500 })]
    const isGone = { item: { _id: gone.id, price: 10 } }
    await changeItem(server, gone.id, { archivedAt: new Date() })
    expect(await changed(15)).toMatchObject({ data: [{ item: { _id: last.id } }], unavailable: [isGone] })
    await changeItem(server, last.id, { archivedAt: new Date() })
    expect(await changed(5)).toMatchObject({ data: [], unavailable: [isGone, { item: { _id: last.id } }] })
    const { status, body } = await checkout(ada, { paymentMethod: 'bank', subtotal: 0 })
    expect([status, body.error]).toEqual([422, 'empty_cart'])
    expect(await countOrders(ada)).toBe(0)
  })

  it('returns 422 for a cart without any lines', async () => {
    const { status, body } = await checkout(ada, { paymentMethod: 'bank', subtotal: 5 })
    expect([status, body.message, body.error]).toEqual([422, 'Your cart is empty', 'empty_cart'])
  })
})

it.each([
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
  [{ paymentMethod: 'bank', subtotal: 1e9 + 1 }, 'subtotal must be at most $1,000,000,000.'],
  [{ paymentMethod: 'bank', total: 1 }, 'Unknown field: total.'],
  [{ paymentMethod: 'bank', discountAmount: 5 }, 'Unknown field: discountAmount.'],
  [{ paymentMethod: 'bank', paymentStatus: 'verified' }, 'Unknown field: paymentStatus.'],
])('rejects %j and keeps the cart', async (body, message) => {
  await fillCart(server, ada)
  const response = await checkout(ada, body)
  expect([response.status, response.body.message]).toEqual([400, message])
  expect(await cartCountOf(ada)).toBe(1)
})

it('lets one of twenty concurrent checkouts succeed', async () => {
  await fillCart(server, ada, {}, 2)
  const responses = await Promise.all(Array.from({ length: 20 }, () => checkout(ada)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 422)).toHaveLength(19)
  expect(await countOrders(ada)).toBe(1)
})

it('never loses an item that is added during the checkout', async () => {
  for (let round = 0; round < 20; round += 1) {
    const customer = await buildUser(server)
    await fillCart(server, customer)
    const late = await buildItem(server)
    const [order] = await Promise.all([
      checkout(customer),
      server.call('POST', '/cart', { item: late.id, count: 2 }, { token: customer.token }),
    ])
    const ordered = order.body.data.items.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(ordered + (await cartCountOf(customer))).toBe(3)
  }
})

it('orders a hundred lines in cart order', async () => {
  const categoryId = (await buildItem(server)).categoryId
  const items = []
  for (let i = 0; i < 100; i += 1) items.push(await buildItem(server, { categoryId, price: 100 + i }))
  const createdAt = new Date()
  await server.app.db
    .insert(cartLines)
    .values(items.map(({ id, price }) => ({ userId: ada.id, itemId: id, count: 1, priceWhenAdded: price, createdAt })))
  const { body } = await checkout(ada)
  expect(body.data.items.map(({ item }) => item)).toEqual(items.map(({ id }) => id))
  expect(body.data.total).toBe(149.5)
  const rows = await server.app.db.select().from(orderLines).where(eq(orderLines.orderId, body.data._id))
  expect(rows.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(items.map((_, i) => i))
})

it('publishes the order to its customer and to staff, but not to another customer', async () => {
  const [staffMember, other] = [await buildUser(server, { isAdmin: true }), await buildUser(server)]
  const [customer, staff, stranger] = [
    await server.connect({ token: ada.token }),
    await server.connect({ token: staffMember.token }),
    await server.connect({ token: other.token }),
  ]
  await fillCart(server, ada)
  const { body } = await checkout(ada)
  await expect.poll(customer.eventSummaries).toEqual(['cart.changed', 'cart.changed', 'order.changed created'])
  await expect.poll(staff.eventSummaries).toEqual(['order.changed created'])
  expect(customer.events()[1]!.data).toEqual({ lines: [], count: 0, unavailable: [] })
  expect(customer.events()[2]!.data.order).toEqual(body.data)
  expect(staff.events()[0]!.data.order).toMatchObject({
    _id: body.data._id,
    customer: { email: ada.email },
    referenceReused: false,
  })
  expect(stranger.events()).toEqual([])
})

it('takes orders of up to a billion dollars', async () => {
  const price = 100_000_00
  for (const count of [9999, 1]) {
    const { id: item } = await buildItem(server, { price })
    await server.call('POST', '/cart', { item, count }, { token: ada.token })
  }
  const { id: cent } = await buildItem(server, { price: 1 })
  const { body } = await server.call<Wire['line'][]>('POST', '/cart', { item: cent }, { token: ada.token })
  const line = body.data.find(({ item }) => item._id === cent)
  const refused = await checkout(ada)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'An order can be at most $1,000,000,000. Remove something first.',
  ])
  expect(await countOrders(ada)).toBe(0)
  await server.call('DELETE', `/cart/${line!._id}`, undefined, { token: ada.token })
  expect((await checkout(ada)).status).toBe(200)
})

it('rolls everything back when a statement fails', async () => {
  const { db } = server.app
  await fillCart(server, ada)
  const count = async () => [await db.$count(orders), await db.$count(orderLines), await db.$count(orderEvents)]
  const before = await count()
  await breakWrites(db, 'activity', 'insert')
  const { status, body } = await checkout(ada)
  await mendWrites(db, 'activity')
  expect([status, body.message]).toEqual([500, 'Something went wrong on our side. Nothing was changed.'])
  expect(await count()).toEqual(before)
  expect(await cartCountOf(ada)).toBe(1)
  expect((await checkout(ada)).status).toBe(200)
})
