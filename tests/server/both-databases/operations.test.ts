import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit, couponRedemptions, users } from '../../../drizzle/schema.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { expire, overdueOrders } from '../../../server/orders/expire.ts'
import { lapsedClaims } from '../../../server/orders/claim.ts'
import { change } from '../../../server/stream/change.ts'
import { forgetEvents } from '../../../server/stream/forget.ts'
import { hashOf } from '../../../server/activity/audit.ts'
import { sorts } from '../../../shared/catalogue.ts'
import { parsePosition } from '../../../shared/position.ts'
import { type Answered, openTestStore, type TestStore, type Wire } from '../../app.ts'
import {
  buildCategory,
  buildCoupon,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  type Somebody,
} from '../../build.ts'
import { opening } from '../../database.ts'

type Order = Wire['order']
let store: TestStore
let ada: Somebody
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, {
    firstName: 'Ada',
    email: 'ada@example.com',
    passwordHash: await hashPassword('demo1234'),
  })
  mira = await buildStaff(store, { firstName: 'Mira' })
}, opening)
afterAll(() => store.close())

const call = <T = Order>(who: Somebody | null, method: string, path: string, body?: unknown, key?: string) =>
  store.call<T>(method, path, body, { token: who?.token, ...(key && { key }) })

test('somebody registers, signs in, renews the session and signs out', async () => {
  const person = { firstName: 'Sam', lastName: 'S', email: 'Sam@Example.com', password: 'demo1234' }
  expect((await call(null, 'POST', '/auth/register', person)).status).toBe(200)
  expect((await call(null, 'POST', '/auth/register', person)).status).toBe(409)
  const signedIn = await call(null, 'POST', '/auth/login', { email: 'sam@example.com', password: 'demo1234' })
  const [cookie] = signedIn.headers.get('set-cookie')!.split(';')
  const renewed = await Promise.all(
    [0, 1].map(() => store.call('POST', '/auth/refresh', undefined, { cookie: cookie! })),
  )
  expect(renewed.map(({ status }) => status)).toEqual([200, 200])
  const { token } = renewed[0]!.body
  expect((await store.call('POST', '/auth/logout', undefined, { token })).status).toBe(200)
  for (const old of [token, renewed[1]!.body.token, signedIn.body.token]) {
    expect((await store.call('GET', '/auth/me', undefined, { token: old })).status).toBe(401)
  }
})

describe('the catalogue', () => {
  let categoryId: string
  beforeAll(async () => {
    categoryId = (await buildCategory(store, 'Shelf')).id
    for (let i = 0; i < 9; i += 1) {
      await buildItem(store, {
        categoryId,
        name: ['Same', `100% Pure_${i}`, 'Back\\slash'][i % 3]!,
        price: 1000 + (i % 2),
        rating: i % 4,
        createdAt: new Date(1_700_000_000_000 + (i % 3)),
      })
    }
  })

  test.each(sorts)('by %s is walked once', async (sortBy) => {
    const walked: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: Answered<Wire['item'][]> = await call<Wire['item'][]>(
        null,
        'GET',
        `/items?category=${categoryId}&sortBy=${sortBy}&limit=2&cursor=${cursor}`,
      )
      walked.push(...body.data.map(({ _id }) => _id))
      cursor = body.nextCursor
    }
    expect(walked).toHaveLength(9)
    expect(new Set(walked).size).toBe(9)
  })

  test.each([
    ['100%', 3],
    ['PURE_4', 1],
    ['k\\s', 3],
    ['%', 3],
    ['_', 3],
  ])('a search for %j finds %i', async (q, found) => {
    const { body } = await call(null, 'GET', `/items?q=${encodeURIComponent(q)}`)
    expect(body.totalCount).toBe(found)
  })

  test('is counted by category', async () => {
    const { body } = await call<object[]>(null, 'GET', '/categories')
    expect(body.data).toContainEqual({ _id: categoryId, name: 'Shelf', itemCount: 9 })
  })
})

test('from the cart to a refund, with a coupon, a claim, points and a chain of decisions', async () => {
  const [phone, desk] = [await store.follow({ token: ada.token }), await store.follow({ token: mira.token })]
  const item = await buildItem(store, { price: 1299 })
  const coupon = await buildCoupon(store, { usesPerCustomer: 1, usesLimit: 1 })
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
  expect(await lapsedClaims(store.store.db)).toEqual([])
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
  expect(await store.store.db.$count(couponRedemptions)).toBe(1)

  const mine = phone.events().filter(({ stream }) => stream === 'user')
  await expect.poll(() => phone.heard()).toContain('notification.read')
  expect(mine.map(({ seq }) => seq)).toEqual(mine.map((_, i) => i + 1))
  expect(desk.heard().filter((one) => one.startsWith('order'))).toEqual(
    ['created', 'coupon', 'paid', 'claimed', 'verified', 'completed', 'completed', 'refunded'].map(
      (what) => `order.changed ${what}`,
    ),
  )
  const rows = (await store.store.db.select().from(audit)).toSorted((one, other) => one.seq - other.seq)
  expect(rows.map(({ action }) => action)).toEqual(['order.claim', 'order.verify', 'order.complete', 'order.refund'])
  rows.forEach((row, i) => expect(row.hash).toBe(hashOf(row, rows[i - 1]?.hash ?? '')))
})

test('of two who decide one wins, and of ten who race for the last use of a coupon', async () => {
  const waiting = await buildPaidOrder(store, ada)
  const ishara = await buildStaff(store)
  const decided = await Promise.all([
    call(mira, 'PATCH', `/admin/orders/${waiting._id}/verify`),
    call(ishara, 'PATCH', `/admin/orders/${waiting._id}/reject`, { reason: 'Nothing came' }),
  ])
  expect(decided.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  const coupon = await buildCoupon(store, { usesLimit: 1 })
  const people = await Promise.all(Array.from({ length: 10 }, () => buildUser(store)))
  const answers = await Promise.all(
    people.map(async (who) => {
      const { _id } = await buildOrder(store, who)
      return call(who, 'PATCH', `/checkout/${_id}/apply-coupon`, { couponId: coupon.id })
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an order expires, and what is overdue is found', async () => {
  const order = await buildOrder(store, ada)
  const later = new Date(Date.parse(order.expiresAt) + 1)
  const due = (await overdueOrders(store.store.db, later)).map(({ id }) => id)
  expect(due).toContain(order._id)
  await change(store.store, (making) => expire(making, order._id))
  expect((await call(ada, 'GET', `/checkout/${order._id}`)).body.data.history.at(-1)!.what).toBe('expired')
})

test('what was missed is replayed, and what was forgotten is not', async () => {
  const { headers } = await call(ada, 'GET', '/cart')
  const { epoch, heads } = parsePosition(headers.get('x-stream-position'))!
  await call(ada, 'POST', '/auth/dark-mode', { darkMode: true })
  const back = await store.follow({ token: ada.token, epoch, since: heads })
  await expect.poll(back.heard).toEqual(['user.changed'])
  await forgetEvents(store.store.db, new Date(Date.now() + 1000))
  const late = await store.follow({ token: ada.token, epoch, since: heads })
  expect(late.told[0]!.data).toMatchObject({ streams: { user: { mode: 'resync', head: heads.user! + 1 } } })
})

const nul = String.fromCharCode(0)
test.each<[string, string, unknown?]>([
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
])('a character that no text has is refused like any other nonsense: %s %s %j', async (method, path, body) => {
  const answer = await call(mira, method, path, body)
  expect([400, 401, 404]).toContain(answer.status)
  expect(await store.store.db.$count(users, eq(users.email, 'b@example.com'))).toBe(0)
})

const forged = (value: unknown) => Buffer.from(JSON.stringify([value, 'id'])).toString('base64url')
test.each(sorts.filter((sort) => sort !== 'name'))('a forged cursor by %s is no failure of ours', async (sortBy) => {
  for (const value of [8.64e15, -8.64e15, 1e12, 2 ** 31, 0, -1]) {
    const { status } = await call(null, 'GET', `/items?sortBy=${sortBy}&cursor=${forged(value)}`)
    expect([value, [200, 400].includes(status)]).toEqual([value, true])
  }
})
