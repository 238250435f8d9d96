import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { reviews } from '../../../drizzle/schema.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { paymentStatuses } from '../../../shared/orders.ts'
import { type Answered, openTestStore, type TestStore } from '../../app.ts'
import {
  buildCoupon,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  buildVerifiedOrder,
  fillCart,
  type Somebody,
} from '../../build.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { codeOf, tokenSentTo, untilEarlyInStep } from '../accounts/letters.ts'
import { type WireItem, written, writtenCoupon, writtenItem } from '../staff/catalogue.ts'
import { type Described, readDescription } from './description.ts'

type Name = keyof typeof api
type Json = Record<string, unknown>

let store: TestStore
let ada: Somebody
let mira: Somebody
let described: Described
const walked = new Set<Name>()
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, { phone: '+94 11 000 0000', points: 7 })
  mira = await buildStaff(store)
  described = await readDescription(store)
})
afterAll(() => store.close())

/** Calls a route by its name and holds the answer against the contract and its published description. */
async function expectDescribed(
  name: Name,
  asked: {
    ids?: Record<string, string>
    query?: string
    body?: unknown
    by?: Somebody | null
    cookie?: string
    accept?: string
  } = {},
) {
  const route: Route = api[name]
  const { ids = {}, query = '', body, by = ada, cookie, accept } = asked
  const path = route.path.replace(/:(\w+)/g, (_, id: string) => ids[id]!)
  const answer = await store.call<Json>(route.method, path + query, body, {
    token: by?.token,
    ...(cookie && { cookie }),
    ...(accept && { headers: { accept } }),
  })
  expectToFit(name, answer)
  walked.add(name)
  return answer
}

function expectToFit(name: Name, { status, body, headers }: Answered) {
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true } })
  const { success, ...told } = body
  const route: Route = api[name]
  const read = z.safeDecode(route.output as unknown as z.ZodObject, told)
  expect(read.error?.issues).toBeUndefined()
  // Nothing that the contract doesn't name leaves the store.
  expect(JSON.parse(JSON.stringify(z.encode(route.output as unknown as z.ZodObject, read.data as never)))).toEqual(told)
  const published = z.fromJSONSchema(described(name).responses[200].content['application/json'].schema)
  expect(published.safeParse({ success, ...told }).error?.issues).toBeUndefined()
  expect(headers.get('x-stream-position')).toMatch(/^\w+(;(user|staff|catalogue)=\d+){1,3}$/)
  expect(headers.get('x-request-id')).toMatch(/^\w+$/)
  expect(headers.get('cache-control')).toBe('no-store')
}

describe('the answer is as described', () => {
  test('of what anyone may read', async () => {
    const item = await buildItem(store, { oldPrice: 1999, description: '<p>Good</p>', name: 'Round and good' })
    await store.store.db.insert(reviews).values({ itemId: item.id, userId: ada.id, stars: 4, description: 'Fine' })
    const ids = { id: item.id }
    await expectDescribed('health', { by: null })
    await expectDescribed('config', { by: null })
    await expectDescribed('categories', { by: null })
    const some = await expectDescribed('items', {
      by: null,
      query: '?sortBy=rating&limit=5&minPrice=0.01&maxPrice=99.99&q=good',
    })
    expect(some.body).toMatchObject({ totalCount: 1, data: [{ price: 10, originalPrice: 19.99, discount: 50 }] })
    await expectDescribed('item', { by: null, ids })
    const told = await expectDescribed('reviews', { by: null, query: `?item=${item.id}` })
    expect(told.body).toMatchObject({ totalCount: 1, data: [{ stars: 4 }] })
    expect(JSON.stringify(told.body)).not.toContain(ada.email)
  })

  test('of an account', async () => {
    const person = { firstName: 'Sam', lastName: 'Silva', email: 'sam@example.com', password: 'a good one' }
    const opened = await expectDescribed('register', { by: null, body: person })
    await expectDescribed('signIn', { by: null, body: { email: person.email, password: person.password } })
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
    const renewed = await expectDescribed('refresh', { by: null, cookie })
    const sam = { ...ada, token: renewed.body.token }
    await expectDescribed('me', { by: sam })
    await expectDescribed('changeCurrency', { by: sam, body: { currency: 'INR' } })
    await expectDescribed('changeDarkMode', { by: sam, body: { darkMode: true } })
    await expectDescribed('changePassword', {
      by: sam,
      body: { oldPassword: person.password, newPassword: 'a better one' },
    })
    await expectDescribed('ownSessions', { by: sam })
    await expectDescribed('endOwnSessions', { by: sam, body: { password: 'a better one' } })
    await expectDescribed('activity', { by: sam, query: '?limit=1' })
    await expectDescribed('signOut', { by: sam })
    await expectDescribed('signOut', { by: null })
  })

  test('of what letters lead to', async () => {
    const eve = await buildUser(store)
    const { firstName, lastName } = eve
    const profile = { firstName, lastName, email: 'eve.new@example.com', phone: '+94-771234567' }
    await expectDescribed('updateProfile', { by: eve, body: profile })
    await expectDescribed('confirmEmail', { by: null, body: { token: await tokenSentTo(store, profile.email) } })
    await expectDescribed('forgotPassword', { by: null, body: { email: profile.email } })
    const token = await tokenSentTo(store, profile.email, 'reset')
    await expectDescribed('resetPassword', { by: null, body: { token, password: 'a better one' } })
  })

  test('of a second factor', async () => {
    await untilEarlyInStep()
    const staff = await buildStaff(store, { passwordHash: await hashPassword('a good one') })
    const begun = await expectDescribed('beginSecondFactor', { by: staff })
    const code = codeOf(begun.body.data.secret as string)
    await expectDescribed('confirmSecondFactor', { by: staff, body: { password: 'a good one', code } })
    await expectDescribed('secondFactor', { by: staff })
    const next = codeOf(begun.body.data.secret as string, 1)
    await expectDescribed('removeSecondFactor', { by: staff, body: { password: 'a good one', code: next } })
  })

  test('of a captcha', async () => {
    await expectDescribed('captcha', { by: null })
  })

  test('of a cart, empty and full', async () => {
    const eve = await buildUser(store)
    await expectDescribed('cart', { by: eve })
    const item = await buildItem(store, { price: 1 })
    const added = await expectDescribed('addToCart', { by: eve, body: { item: item.id, count: 3 } })
    const ids = { id: (added.body.data as unknown as { _id: string }[])[0]!._id }
    await expectDescribed('cart', { by: eve })
    await expectDescribed('cartCount', { by: eve })
    await expectDescribed('changeCount', { by: eve, ids, body: { count: 9999 } })
    await expectDescribed('removeFromCart', { by: eve, ids })
  })

  test('of an order, from the cart to its delivery', async () => {
    const coupon = await buildCoupon(store, { amount: 333 })
    await fillCart(store, ada, { price: 1299, oldPrice: 1500 }, 3)
    const placed = await expectDescribed('checkout', { body: { paymentMethod: 'crypto', subtotal: 38.97 } })
    const ids = { id: placed.body.data._id as string }
    await expectDescribed('coupon', { ids: { code: coupon.code } })
    await expectDescribed('applyCoupon', { ids, body: { couponId: coupon.id } })
    await expectDescribed('markPaid', { ids, body: { paymentMethod: 'bank', reference: 'CEFT 9' } })
    await expectDescribed('claim', { ids, by: mira })
    await expectDescribed('order', { ids })
    await expectDescribed('staffOrder', { ids, by: mira })
    await expectDescribed('release', { ids, by: mira })
    await expectDescribed('verify', { ids, by: mira })
    await expectDescribed('complete', { ids, by: mira, body: { delivery: 'Here it is' } })
    expect((await expectDescribed('delivery', { ids })).body.data).toEqual({ note: 'Here it is' })
    await expectDescribed('refund', { ids, by: mira, body: { reason: 'As agreed' } })
  })

  test('of orders in every state', async () => {
    const [pending, paid] = [await buildOrder(store, ada), await buildPaidOrder(store, ada)]
    await expectDescribed('cancel', { ids: { id: pending._id } })
    await expectDescribed('reject', { ids: { id: paid._id }, by: mira, body: { reason: 'Nothing came' } })
    await buildOrder(store, ada)
    await buildPaidOrder(store, ada)
    await buildVerifiedOrder(store, ada, mira)
    const all = await expectDescribed('staffOrders', { by: mira })
    const states = (all.body.data as unknown as { paymentStatus: string }[]).map((order) => order.paymentStatus)
    expect(new Set(states)).toEqual(new Set(paymentStatuses))
    await expectDescribed('staffOrders', {
      by: mira,
      query: '?paymentStatus=paid&orderStatus=pending&limit=1&q=person',
    })
    await expectDescribed('orders')
    await expectDescribed('dashboard')
    await expectDescribed('orders', { query: '?paymentStatus=paid&orderStatus=processing&limit=1' })
  })

  test('of points and notifications', async () => {
    expect((await expectDescribed('points')).body.entries.some((entry) => entry.points < 0)).toBe(true)
    await expectDescribed('points', { query: '?page=2&limit=1' })
    const told = await expectDescribed('notifications', { query: '?limit=2&unreadOnly=1' })
    await expectDescribed('notifications', { query: `?limit=2&cursor=${told.body.nextCursor}` })
    await expectDescribed('readNotification', { ids: { id: told.body.notifications[0]!._id } })
    await expectDescribed('readAllNotifications')
  })

  test('of reviews', async () => {
    const [eve, item] = [await buildUser(store), await buildItem(store)]
    const written = { item: item.id, stars: 4, description: 'Good, on the whole' }
    const first = await expectDescribed('writeReview', { by: eve, body: written })
    const ids = { id: first.body.data._id as string }
    await expectDescribed('changeReview', { by: eve, ids, body: { ...written, stars: 5 } })
    await expectDescribed('deleteReview', { by: eve, ids })
  })

  test('of referrals', async () => {
    const [eve, guest] = [await buildUser(store), await buildUser(store)]
    await expectDescribed('referral', { by: eve, ids: { userId: eve.id } })
    await expectDescribed('createReferral', { by: eve, body: { code: 'Eve 2026' } })
    const found = await expectDescribed('findReferral', { by: null, ids: { code: 'EVE2026' } })
    expect(JSON.stringify(found.body)).not.toContain(eve.lastName)
    await expectDescribed('useReferral', { by: guest, body: { code: 'eve2026', userId: guest.id } })
    const told = await expectDescribed('referral', { by: eve, ids: { userId: eve.id } })
    expect(JSON.stringify(told.body)).not.toContain(guest.lastName)
  })

  test('of what staff read and do besides', async () => {
    const [by, eve] = [mira, await buildUser(store)]
    const ids = { id: (await buildVerifiedOrder(store, eve, mira))._id }
    const note = await expectDescribed('addOrderNote', { by, ids, body: { text: 'Called the bank' } })
    await expectDescribed('orderNotes', { by, ids })
    await expectDescribed('deleteOrderNote', { by, ids: { ...ids, noteId: note.body.data._id as string } })
    await expectDescribed('exportOrders', { by, query: '?paymentStatus=verified', accept: 'application/json' })
    const item = await buildItem(store)
    const review = { item: item.id, stars: 2, description: 'Not for me' }
    const written = await store.call<Json>('POST', '/reviews', review, { token: eve.token })
    await expectDescribed('staffReviews', { by, query: '?q=not&stars=2&limit=1' })
    await expectDescribed('removeReview', { by, ids: { id: written.body.data._id as string } })
    await expectDescribed('customers', { by, query: '?q=person&limit=2' })
    await expectDescribed('correctPoints', { by, ids: { id: eve.id }, body: { points: 5, reason: 'For the wait' } })
    await expectDescribed('customer', { by, ids: { id: eve.id } })
    await expectDescribed('endSessions', { by, ids: { id: eve.id }, body: {} })
    await expectDescribed('stats', { by, query: '?days=7' })
    await expectDescribed('audit', { by, query: '?subject=customer&limit=1' })
  })

  test('of the catalogue as staff keep it', async () => {
    const by = mira
    const category = await expectDescribed('createCategory', { by, body: { name: 'A new shelf' } })
    const shelf = { id: category.body.data._id as string }
    await expectDescribed('renameCategory', { by, ids: shelf, body: { name: 'A newer shelf' } })
    const all = (await expectDescribed('staffCategories', { by })).body.data as unknown as { _id: string }[]
    await expectDescribed('orderCategories', { by, body: { ids: all.map((one) => one._id).toReversed() } })
    await expectDescribed('staffCategory', { by, ids: shelf })
    const fields = { category: shelf.id, originalPrice: 20, description: '<p>Good</p>' }
    const item = (await expectDescribed('createItem', { by, body: await writtenItem(store, fields) })).body
      .data as unknown as WireItem
    const ids = { id: item._id }
    await expectDescribed('staffItem', { by, ids })
    await expectDescribed('changeItem', { by, ids, body: written(item, { price: 1 }) })
    await store.call('POST', '/cart', { item: item._id, count: 1 }, { token: ada.token })
    await expectDescribed('removeItem', { by, ids })
    await expectDescribed('staffItems', { by, query: `?archived=yes&category=${shelf.id}&q=cloud&limit=1` })
    await expectDescribed('restoreItem', { by, ids })
    const other = await expectDescribed('createItem', { by, body: await writtenItem(store, fields) })
    await expectDescribed('removeItem', { by, ids: { id: other.body.data._id as string } })
    const terms = { validCategory: shelf.id, expiresAt: '2999-01-01T00:00:00.000Z', usesLimit: 5, usesPerCustomer: 1 }
    const coupon = await expectDescribed('createCoupon', { by, body: writtenCoupon(terms) })
    const couponIds = { id: coupon.body.data._id as string }
    await expectDescribed('staffCoupon', { by, ids: couponIds })
    await expectDescribed('changeCoupon', { by, ids: couponIds, body: writtenCoupon({ usesLimit: 6 }) })
    await expectDescribed('staffCoupons', { by, query: '?archived=all&limit=1&q=spring' })
    const order = await buildOrder(store, ada)
    await expectDescribed('applyCoupon', { ids: { id: order._id }, body: { couponId: couponIds.id } })
    await expectDescribed('removeCoupon', { by, ids: couponIds })
    await expectDescribed('restoreCoupon', { by, ids: couponIds })
    const gone = await expectDescribed('createCategory', { by, body: { name: 'Soon gone' } })
    await expectDescribed('deleteCategory', { by, ids: { id: gone.body.data._id as string } })
  })

  test('of support, on both sides', async () => {
    const [by, eve] = [mira, await buildUser(store)]
    const [item, order] = [await buildItem(store), await buildOrder(store, eve)]
    const ids = { userId: eve.id }
    const body = { message: 'Hello', item: item.id, clientId: 'c1' }
    const sent = await expectDescribed('sendMessage', { by: eve, body })
    const { _id } = sent.body.message as unknown as { _id: string }
    await expectDescribed('sendMessage', { by, body: { message: 'Here', order: order._id, userId: eve.id } })
    await expectDescribed('readMessages', { by, ids: { id: _id } })
    const newest = await expectDescribed('supportChat', { by: eve, query: '?limit=1' })
    await expectDescribed('supportChat', { by, query: `?userId=${eve.id}&cursor=${newest.body.nextCursor}` })
    await expectDescribed('changeConversation', { by, ids, body: { assignee: mira.id, status: 'resolved' } })
    const query = `?status=resolved&assignee=${mira.id}&unread=0&q=${eve.email}`
    await expectDescribed('conversations', { by, query })
    const note = await expectDescribed('writeNote', { by, ids, body: { text: 'Pays late' } })
    await expectDescribed('conversation', { by, ids })
    await expectDescribed('deleteNote', { by, ids: { ...ids, id: note.body.data._id as string } })
    await expectDescribed('supportStaff', { by })
    const reply = await expectDescribed('addReply', { by, body: { title: 'Greeting', text: 'Hello {name}' } })
    const one = { id: reply.body.data._id as string }
    await expectDescribed('changeReply', { by, ids: one, body: { title: 'Greeting', text: 'Hi {name}' } })
    await expectDescribed('replies', { by })
    await expectDescribed('deleteReply', { by, ids: one })
  })

  test('of every call there is', () => {
    expect(Object.keys(api).filter((name) => !walked.has(name as Name))).toEqual([])
  })
})
