import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, couponRedemptions, users } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { expire, findOverdueOrders } from '../../../server/orders/expire.ts'
import { findExpiredClaims } from '../../../server/orders/claim.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { pruneEvents } from '../../../server/events/prune.ts'
import { hashRow } from '../../../server/audit/record-action.ts'
import { itemSorts } from '../../../shared/catalogue/list-options.ts'
import { parseStreamCursor } from '../../../shared/stream-cursor.ts'
import { type ApiResponse, startTestServer, type TestServer, type Wire } from '../../app.ts'
import {
  buildCategory,
  buildCoupon,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  type TestUser,
} from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'

type Order = Wire['order']
let server: TestServer
let ada: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, {
    firstName: 'Ada',
    email: 'ada@example.com',
    passwordHash: await hashPassword('demo1234'),
  })
  mira = await buildStaff(server, { firstName: 'Mira' })
}, openTimeoutMs)
afterAll(() => server.close())

const call = <T = Order>(user: TestUser | null, method: string, path: string, body?: unknown, key?: string) =>
  server.call<T>(method, path, body, { token: user?.token, ...(key && { key }) })

it('registers, logs in, refreshes the session and logs out', async () => {
  const account = { firstName: 'Sam', lastName: 'S', email: 'Sam@Example.com', password: 'demo1234' }
  expect((await call(null, 'POST', '/auth/register', account)).status).toBe(200)
  expect((await call(null, 'POST', '/auth/register', account)).status).toBe(409)
  const loggedIn = await call(null, 'POST', '/auth/login', { email: 'sam@example.com', password: 'demo1234' })
  const [cookie] = loggedIn.headers.get('set-cookie')!.split(';')
  const refreshed = await Promise.all(
    [0, 1].map(() => server.call('POST', '/auth/refresh', undefined, { cookie: cookie! })),
  )
  expect(refreshed.map(({ status }) => status)).toEqual([200, 200])
  const { token } = refreshed[0]!.body
  expect((await server.call('POST', '/auth/logout', undefined, { token })).status).toBe(200)
  for (const old of [token, refreshed[1]!.body.token, loggedIn.body.token]) {
    expect((await server.call('GET', '/auth/me', undefined, { token: old })).status).toBe(401)
  }
})

it('adds a visitor’s cart once, up to the limits', async () => {
  const sam = await buildUser(server)
  const [item, archived] = [await buildItem(server), await buildItem(server, { archivedAt: new Date() })]
  await call(sam, 'POST', '/cart', { item: item.id, count: 9000 })
  const lines = [
    { item: item.id, count: 600 },
    { item: archived.id, count: 1 },
    { item: item.id, count: 600 },
  ]
  const merge = () => call<Wire['line'][]>(sam, 'POST', '/cart/merge', { lines }, 'device')
  const answers = await Promise.all([merge(), merge(), merge()])
  for (const { status, body } of answers) expect([status, body.data.map(({ count }) => count)]).toEqual([200, [9999]])
  const count = await call<{ count: number }>(sam, 'GET', '/cart/count')
  expect(count.body.data).toEqual({ count: 9999 })
})

describe('the catalogue', () => {
  let categoryId: string
  beforeAll(async () => {
    categoryId = (await buildCategory(server, 'Shelf')).id
    for (let i = 0; i < 9; i += 1) {
      await buildItem(server, {
        categoryId,
        name: ['Same', `100% Pure_${i}`, 'Back\\slash'][i % 3]!,
        price: 1000 + (i % 2),
        rating: i % 4,
        createdAt: new Date(1_700_000_000_000 + (i % 3)),
      })
    }
  })

  it.each(itemSorts)('pages through every item once, sorted by %s', async (sortBy) => {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: ApiResponse<Wire['item'][]> = await call<Wire['item'][]>(
        null,
        'GET',
        `/items?category=${categoryId}&sortBy=${sortBy}&limit=2&cursor=${cursor}`,
      )
      ids.push(...body.data.map(({ _id }) => _id))
      cursor = body.nextCursor
    }
    expect(ids).toHaveLength(9)
    expect(new Set(ids).size).toBe(9)
  })

  it.each([
    ['100%', 3],
    ['PURE_4', 1],
    ['k\\s', 3],
    ['%', 0],
    ['_', 0],
  ])('a search for %j finds %i items', async (q, found) => {
    const { body } = await call(null, 'GET', `/items?q=${encodeURIComponent(q)}`)
    expect(body.totalCount).toBe(found)
  })

  it('counts items by category', async () => {
    const { body } = await call<object[]>(null, 'GET', '/categories')
    expect(body.data).toContainEqual({ _id: categoryId, name: 'Shelf', itemCount: 9 })
  })
})

it('takes an order from the cart to a refund, with a coupon, a claim, points and an audit chain', async () => {
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: mira.token })]
  const item = await buildItem(server, { price: 1299 })
  const coupon = await buildCoupon(server, { usesPerCustomer: 1, usesLimit: 1 })
  for (const count of [1, 2]) await call(ada, 'POST', '/cart', { item: item.id, count })
  const placed = await Promise.all(
    Array.from({ length: 5 }, () => call(ada, 'POST', '/checkout', { paymentMethod: 'bank', subtotal: 38.97 }, 'k')),
  )
  expect(new Set(placed.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const { _id: id, total } = placed[0]!.body.data
  expect(total).toBe(38.97)
  const applied = await call(ada, 'PATCH', `/checkout/${id}/apply-coupon`, { couponId: coupon.id })
  expect(applied.body.data).toMatchObject({ discountAmount: 3.9, total: 35.07 })
  const paid = await call(ada, 'PATCH', `/checkout/${id}/mark-paid`, { reference: 'CEFT-1', discountAmount: 3.9 })
  expect(paid.body.data).toMatchObject({ paymentStatus: 'paid' })

  expect((await call(mira, 'POST', `/admin/orders/${id}/claim`)).body.data.checking!.name).toBe('Mira')
  expect(await findExpiredClaims(server.app.db)).toEqual([])
  const found = await call<Order[]>(mira, 'GET', '/admin/orders?paymentStatus=paid&q=ADA')
  expect(found.body.data).toMatchObject([{ _id: id, customer: { firstName: 'Ada', verified: 0, failed: 0 } }])
  expect((await call<Order[]>(mira, 'GET', '/admin/orders?q=ceft-1')).body.totalCount).toBe(1)
  await call(mira, 'PATCH', `/admin/orders/${id}/verify`)
  await call(mira, 'PATCH', `/admin/orders/${id}/complete`, { delivery: 'The key ✓' })
  const opened = await call<{ note: string }>(ada, 'POST', `/checkout/${id}/delivery`)
  expect(opened.body.data.note).toBe('The key ✓')
  await call(ada, 'POST', '/reviews', { item: item.id, stars: 5, description: 'Good' })
  const reviews = await call<object[]>(null, 'GET', `/reviews?item=${item.id}`)
  expect(reviews.body.data).toMatchObject([{ stars: 5, verifiedPurchase: true }])
  await call(mira, 'PATCH', `/admin/orders/${id}/refund`, { reason: 'Sent back' })
  expect((await call(ada, 'GET', '/points/me')).body).toMatchObject({ totalPoints: 0, totalCount: 2 })
  const { unread } = (await call(ada, 'GET', '/notifications')).body
  expect(unread).toBe(4)
  expect((await call(ada, 'POST', '/notifications/mark-all-read')).body.unread).toBe(0)
  expect(await server.app.db.$count(couponRedemptions)).toBe(1)

  const mine = customer.events().filter(({ stream }) => stream === 'user')
  await expect.poll(() => customer.eventSummaries()).toContain('notification.read')
  expect(mine.map(({ seq }) => seq)).toEqual(mine.map((_, i) => i + 1))
  expect(staff.eventSummaries().filter((one) => one.startsWith('order'))).toEqual(
    ['created', 'coupon', 'paid', 'claimed', 'verified', 'completed', 'completed', 'refunded'].map(
      (change) => `order.changed ${change}`,
    ),
  )
  const rows = (await server.app.db.select().from(audit)).toSorted((one, other) => one.seq - other.seq)
  expect(rows.map(({ action }) => action)).toEqual(['order.claim', 'order.verify', 'order.complete', 'order.refund'])
  rows.forEach((row, i) => expect(row.hash).toBe(hashRow(row, rows[i - 1]?.hash ?? '')))
})

it('lets one of two concurrent decisions win, and one of ten customers who race for the last use of a coupon', async () => {
  const waiting = await buildPaidOrder(server, ada)
  const ishara = await buildStaff(server)
  const decided = await Promise.all([
    call(mira, 'PATCH', `/admin/orders/${waiting._id}/verify`),
    call(ishara, 'PATCH', `/admin/orders/${waiting._id}/reject`, { reason: 'Nothing came' }),
  ])
  expect(decided.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  const coupon = await buildCoupon(server, { usesLimit: 1 })
  const customers = await Promise.all(Array.from({ length: 10 }, () => buildUser(server)))
  const responses = await Promise.all(
    customers.map(async (customer) => {
      const { _id } = await buildOrder(server, customer)
      return call(customer, 'PATCH', `/checkout/${_id}/apply-coupon`, { couponId: coupon.id })
    }),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('finds overdue orders and expires them', async () => {
  const order = await buildOrder(server, ada)
  const later = new Date(Date.parse(order.expiresAt) + 1)
  const due = (await findOverdueOrders(server.app.db, later)).map(({ id }) => id)
  expect(due).toContain(order._id)
  await runMutation(server.app, (ctx) => expire(ctx, order._id))
  expect((await call(ada, 'GET', `/checkout/${order._id}`)).body.data.history.at(-1)!.what).toBe('expired')
})

it('replays missed events, and asks for a resync once they are pruned', async () => {
  const { headers } = await call(ada, 'GET', '/cart')
  const { epoch, heads } = parseStreamCursor(headers.get('x-stream-position'))!
  await call(ada, 'POST', '/auth/dark-mode', { darkMode: true })
  const back = await server.connect({ token: ada.token, epoch, since: heads })
  await expect.poll(back.eventSummaries).toEqual(['user.changed'])
  await pruneEvents(server.app.db, new Date(Date.now() + 1000))
  const late = await server.connect({ token: ada.token, epoch, since: heads })
  expect(late.received[0]!.data).toMatchObject({ streams: { user: { mode: 'resync', head: heads.user! + 1 } } })
})

const nul = String.fromCharCode(0)
it.each<[string, string, unknown?]>([
  ['GET', '/items/%00'],
  ['GET', '/items?q=%00'],
  ['GET', '/items?category=%00'],
  ['GET', '/reviews?item=%00'],
  ['GET', '/checkout/%00'],
  ['GET', '/coupons/%00'],
  ['GET', '/admin/orders?q=%00'],
  ['POST', '/cart', { item: nul }],
  ['PATCH', '/checkout/%00/cancel'],
  ['POST', '/auth/login', { email: 'a@example.com', password: `12345${nul}` }],
  ['POST', '/auth/register', { firstName: nul, lastName: 'x', email: 'b@example.com', password: '123456' }],
  ['GET', `/items?cursor=${Buffer.from(JSON.stringify([1, nul])).toString('base64url')}`],
])('rejects the character 0 like any invalid input: %s %s %j', async (method, path, body) => {
  const response = await call(mira, method, path, body)
  expect([400, 401, 404]).toContain(response.status)
  expect(await server.app.db.$count(users, eq(users.email, 'b@example.com'))).toBe(0)
})

const forgeCursor = (value: unknown) => Buffer.from(JSON.stringify([value, 'id'])).toString('base64url')
it.each(itemSorts.filter((sort) => sort !== 'name'))('returns 200 or 400 for a forged cursor by %s', async (sortBy) => {
  for (const value of [8.64e15, -8.64e15, 1e12, 2 ** 31, 0, -1]) {
    const { status } = await call(null, 'GET', `/items?sortBy=${sortBy}&cursor=${forgeCursor(value)}`)
    expect([value, [200, 400].includes(status)]).toEqual([value, true])
  }
})
