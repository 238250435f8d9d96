import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cartLines, categories, streamEvents } from '../../../drizzle/schema.ts'
import { maxEventLength } from '../../../server/events/append.ts'
import { maxCartLines } from '../../../shared/cart/schema.ts'
import { maxDollars, maxLineQuantity } from '../../../shared/limits.ts'
import { maxCategories, maxFeatures } from '../../../shared/catalogue/staff-schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCoupon, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { changedItem, itemInput, type WireItem } from '../catalogue/staff-catalogue.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  // Quotes take two characters in JSON. Control characters, which take six, are refused in names.
  const longName = { firstName: '"'.repeat(60), lastName: '"'.repeat(60) }
  ada = await buildUser(server, { ...longName, email: `${'a'.repeat(242)}@example.com`, phone: '"'.repeat(40) })
  mira = await buildStaff(server, longName)
})
afterAll(() => server.close())

const quotes = (characters: number) => '"'.repeat(characters)
const controls = (characters: number) => '\u0001'.repeat(characters)

async function call<T>(user: TestUser, method: string, path: string, body?: unknown): Promise<T> {
  const { status, body: response } = await server.call<T>(method, path, body, { token: user.token })
  expect([method, path, status, response.message]).toEqual([method, path, 200, response.message])
  return response.data
}

/** An order of 100 lines, each with the longest name, the largest amounts and the largest quantity. */
async function placeLargestOrder() {
  const { id: categoryId } = (await server.app.db.select().from(categories).limit(1))[0]!
  // In cents: the cart's lines together come to no more than an order may.
  const oldPrice = Math.floor((maxDollars * 100) / (maxCartLines * maxLineQuantity)) - 1
  const price = { price: oldPrice - 1, oldPrice, months: 120, logoLink: `/media/${'a'.repeat(24)}.webp` }
  for (let i = 0; i < maxCartLines; i += 1) {
    const item = await buildItem(server, { name: quotes(120), categoryId, ...price })
    if (i === 0) await call(ada, 'POST', '/cart', { item: item.id, count: maxLineQuantity })
    else {
      await server.app.db
        .insert(cartLines)
        .values({ userId: ada.id, itemId: item.id, count: maxLineQuantity, priceWhenAdded: oldPrice })
    }
  }
  const [line] = await server.app.db.select().from(cartLines).where(eq(cartLines.userId, ada.id)).limit(1)
  const cart = await call<Wire['line'][]>(ada, 'PUT', `/cart/${line!.id}`, { count: maxLineQuantity - 1 })
  expect(cart).toHaveLength(maxCartLines)
  const order = await call<Wire['order']>(ada, 'POST', '/checkout', { paymentMethod: 'bank' })
  expect(order.items).toHaveLength(maxCartLines)
  const coupon = await buildCoupon(server, { code: `C${'O'.repeat(23)}${Date.now()}` })
  await call(ada, 'PATCH', `/checkout/${order._id}/apply-coupon`, { couponId: coupon.id })
  const reference = quotes(128)
  await call(ada, 'PATCH', `/checkout/${order._id}/mark-paid`, { paymentMethod: 'bank', reference })
  for (let i = 0; i < 30; i += 1) {
    await call(mira, 'POST', `/admin/orders/${order._id}/claim`)
    await call(mira, 'DELETE', `/admin/orders/${order._id}/claim`)
  }
  await call(mira, 'POST', `/admin/orders/${order._id}/claim`)
  return order._id
}

it('keeps the largest rows that the rules allow far below its ceiling', async () => {
  await server.app.db
    .insert(categories)
    .values(Array.from({ length: maxCategories }, (_, position) => ({ name: `${position}${quotes(55)}`, position })))
  const [rejected, refunded] = [await placeLargestOrder(), await placeLargestOrder()]
  await call(mira, 'PATCH', `/admin/orders/${rejected}/reject`, { reason: controls(500) })
  await call(mira, 'PATCH', `/admin/orders/${refunded}/verify`)
  await call(mira, 'PATCH', `/admin/orders/${refunded}/complete`, { delivery: controls(5000) })
  await call(mira, 'POST', `/admin/orders/${refunded}/notes`, { text: controls(2000) })
  for (let i = 0; i < 30; i += 1) {
    await call(mira, 'PATCH', `/admin/orders/${refunded}/delivery`, { delivery: controls(5000) })
  }
  const { history } = await call<Wire['order']>(ada, 'GET', `/checkout/${refunded}`)
  expect(history.filter(({ what }) => what === 'redelivered')).toHaveLength(10)
  await call(mira, 'PATCH', `/admin/orders/${refunded}/refund`, { reason: controls(500) })

  const category = (await server.app.db.select().from(categories).limit(1))[0]!.id
  const input = await itemInput(server, {
    category,
    name: quotes(120),
    shortDescription: quotes(300),
    accountType: quotes(60),
    description: '&'.repeat(16_000),
    features: Array.from({ length: maxFeatures }, () => quotes(120)),
  })
  const item = await call<WireItem>(mira, 'POST', '/admin/items', input)
  await call(mira, 'PUT', `/admin/items/${item._id}`, changedItem(item, { description: '<'.repeat(16_000) }))
  const review = { item: item._id, stars: 5, description: controls(2000) }
  await call(ada, 'POST', '/reviews', review)

  await call(ada, 'POST', '/support-chat/message', { message: controls(4000), item: item._id })
  await call(mira, 'POST', `/admin/support/${ada.id}/notes`, { text: controls(4000) })
  const reply = await call<{ _id: string }>(mira, 'POST', '/admin/replies', { title: quotes(60), text: controls(4000) })
  await call(mira, 'PUT', `/admin/replies/${reply._id}`, { title: quotes(60), text: `${controls(3999)}x` })

  const ids = (await server.app.db.select({ id: categories.id }).from(categories)).map(({ id }) => id)
  await call(mira, 'POST', '/admin/categories/order', { ids: ids.toReversed() })

  const rows = await server.app.db
    .select({ type: streamEvents.type, data: streamEvents.data })
    .from(streamEvents)
    .where(sql`length(${streamEvents.data}) > 2000`)
  const lengths = new Map<string, number>()
  for (const { type, data } of rows) lengths.set(type, Math.max(data.length, lengths.get(type) ?? 0))
  expect([...lengths.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      'audit.added',
      'cart.changed',
      'category.changed',
      'item.changed',
      'order.changed',
      'order.note',
      'reply.changed',
      'review.changed',
      'staff.item.changed',
      'support.message',
      'support.note',
    ]),
  )
  for (const [type, length] of lengths) expect(length, type).toBeLessThan(0.95 * maxEventLength)
})
