import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { reviews } from '../../../drizzle/schema.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { paymentStatuses } from '../../../shared/orders/schema.ts'
import { StatementUploadOutput } from '../../../shared/statements/staff-schema.ts'
import { type ApiResponse, startTestServer, type TestServer } from '../../app.ts'
import {
  buildCategory,
  buildCoupon,
  buildItem,
  buildOrder,
  buildPaidOrder,
  buildStaff,
  buildUser,
  buildVerifiedOrder,
  fillCart,
  type TestUser,
} from '../../build.ts'
import { hashPassword } from '../../../server/accounts/passwords.ts'
import { codeOf, tokenSentTo, untilEarlyInStep } from '../mail/emails.ts'
import { uploadProof } from '../orders/upload-proof.ts'
import { type WireItem, changedItem, draw, couponInput, itemInput } from '../catalogue/staff-catalogue.ts'
import { type OperationByName, readOperations, responseSchema } from './openapi.ts'

type Name = keyof typeof api
type Json = Record<string, unknown>

let folder: string
let server: TestServer
let ada: TestUser
let mira: TestUser
let operationOf: OperationByName
const calledRoutes = new Set<Name>()
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kade-schemas-'))
  const chainCheck = join(folder, 'chain.json')
  // Nothing listens there: a check finds that no source answers.
  const endpoints = [{ url: 'http://127.0.0.1:1' }]
  writeFileSync(chainCheck, JSON.stringify({ networks: { BASE: { endpoints, own: true, agree: 1 } } }))
  server = await startTestServer({ CHAIN_CHECK: chainCheck })
  ada = await buildUser(server, { phone: '+94 11 000 0000', points: 7 })
  mira = await buildStaff(server)
  operationOf = await readOperations(server)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Calls a route, and compares the response with the contract and with the published schema. */
async function expectValidResponse(
  name: Name,
  request: {
    ids?: Record<string, string>
    query?: string
    body?: unknown
    by?: TestUser | null
    cookie?: string
    accept?: string
    key?: string
  } = {},
) {
  const route: Route = api[name]
  const { ids = {}, query = '', body, by = ada, cookie, accept, key } = request
  const path = route.path.replace(/:(\w+)/g, (_, id: string) => ids[id]!)
  const response = await server.call<Json>(route.method, path + query, body, {
    token: by?.token,
    ...(cookie && { cookie }),
    ...(key && { key }),
    ...(accept && { headers: { accept } }),
  })
  expectMatchesSchemas(name, response)
  calledRoutes.add(name)
  return response
}

function expectMatchesSchemas(name: Name, { status, body, headers }: ApiResponse) {
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true } })
  const { success, ...output } = body
  const route: Route = api[name]
  const result = z.safeDecode(route.output as unknown as z.ZodObject, output)
  expect(result.error?.issues).toBeUndefined()
  // Fields that the contract doesn't name aren't sent.
  expect(JSON.parse(JSON.stringify(z.encode(route.output as unknown as z.ZodObject, result.data as never)))).toEqual(
    output,
  )
  const published = z.fromJSONSchema(responseSchema(operationOf(name)))
  expect(published.safeParse({ success, ...output }).error?.issues).toBeUndefined()
  if (route.probe) expect(headers.get('x-stream-position')).toBeNull()
  else expect(headers.get('x-stream-position')).toMatch(/^[\w-]+(;(user|staff|catalogue)=\d+){1,3}$/)
  expect(headers.get('x-request-id')).toMatch(/^\w+$/)
  expect(headers.get('cache-control')).toBe('no-store')
}

describe('responses match their schemas', () => {
  it('for public reads', async () => {
    const item = await buildItem(server, { oldPrice: 1999, description: '<p>Good</p>', name: 'Round and good' })
    await server.app.db.insert(reviews).values({ itemId: item.id, userId: ada.id, stars: 4, description: 'Fine' })
    const ids = { id: item.id }
    await expectValidResponse('health', { by: null })
    await expectValidResponse('ready', { by: null })
    await expectValidResponse('config', { by: null })
    await expectValidResponse('categories', { by: null })
    await expectValidResponse('storefront', { by: null })
    await expectValidResponse('shop', { by: null })
    const list = await expectValidResponse('items', {
      by: null,
      query: '?sortBy=rating&limit=5&minPrice=0.01&maxPrice=99.99&q=good',
    })
    await expectValidResponse('items', { by: null, query: '?sortBy=popular' })
    expect(list.body).toMatchObject({ totalCount: 1, data: [{ price: 10, originalPrice: 19.99, discount: 50 }] })
    await expectValidResponse('item', { by: null, ids })
    await expectValidResponse('relatedItems', { by: null, ids })
    const page = await expectValidResponse('reviews', { by: null, query: `?item=${item.id}` })
    expect(page.body).toMatchObject({ totalCount: 1, data: [{ stars: 4 }] })
    expect(JSON.stringify(page.body)).not.toContain(ada.email)
  })

  it('for accounts', async () => {
    const person = { firstName: 'Sam', lastName: 'Silva', email: 'sam@example.com', password: 'a good one' }
    const registered = await expectValidResponse('register', { by: null, body: person })
    await expectValidResponse('signIn', { by: null, body: { email: person.email, password: person.password } })
    const cookie = registered.headers.get('set-cookie')!.split(';')[0]!
    const refreshed = await expectValidResponse('refresh', { by: null, cookie })
    const sam = { ...ada, token: refreshed.body.token }
    await expectValidResponse('me', { by: sam })
    await expectValidResponse('changeCurrency', { by: sam, body: { currency: 'INR' } })
    await expectValidResponse('changePaymentMethod', { by: sam, body: { paymentMethod: 'bank' } })
    await expectValidResponse('changeDarkMode', { by: sam, body: { darkMode: true } })
    await expectValidResponse('changePassword', {
      by: sam,
      body: { oldPassword: person.password, newPassword: 'a better one' },
    })
    await expectValidResponse('ownSessions', { by: sam })
    await expectValidResponse('emailPreferences', { by: sam })
    await expectValidResponse('changeEmailPreferences', { by: sam, body: { support: false } })
    await expectValidResponse('endOwnSessions', { by: sam, body: { password: 'a better one' } })
    await expectValidResponse('activity', { by: sam, query: '?limit=1' })
    await expectValidResponse('signOut', { by: sam })
    await expectValidResponse('signOut', { by: null })
  })

  it('for links in emails', async () => {
    const eve = await buildUser(server, { passwordHash: await hashPassword('a good one') })
    const { firstName, lastName } = eve
    const profile = { firstName, lastName, email: 'eve.new@example.com', phone: '+94-771234567' }
    await expectValidResponse('updateProfile', { by: eve, body: { ...profile, password: 'a good one' } })
    await expectValidResponse('confirmEmail', { by: null, body: { token: await tokenSentTo(server, profile.email) } })
    await expectValidResponse('forgotPassword', { by: null, body: { email: profile.email } })
    const token = await tokenSentTo(server, profile.email, 'reset')
    await expectValidResponse('resetPassword', { by: null, body: { token, password: 'a better one' } })
  })

  it('for the second factor', async () => {
    await untilEarlyInStep()
    const staff = await buildStaff(server, { passwordHash: await hashPassword('a good one') })
    const setup = await expectValidResponse('beginSecondFactor', { by: staff })
    const code = codeOf(setup.body.data.secret as string)
    await expectValidResponse('confirmSecondFactor', { by: staff, body: { password: 'a good one', code } })
    await expectValidResponse('secondFactor', { by: staff })
    const colleague = await buildStaff(server, { passwordHash: await hashPassword('a good one') })
    const other = await expectValidResponse('beginSecondFactor', { by: colleague })
    const [previous, current] = [codeOf(other.body.data.secret as string, -1), codeOf(other.body.data.secret as string)]
    await expectValidResponse('confirmSecondFactor', {
      by: colleague,
      body: { password: 'a good one', code: previous },
    })
    const lost = await buildStaff(server, { passwordHash: await hashPassword('a good one') })
    const begun = await expectValidResponse('beginSecondFactor', { by: lost })
    const lostCode = codeOf(begun.body.data.secret as string)
    await expectValidResponse('confirmSecondFactor', { by: lost, body: { password: 'a good one', code: lostCode } })
    await expectValidResponse('team', { by: colleague })
    await expectValidResponse('resetSecondFactor', { by: colleague, ids: { id: lost.id }, body: { code: current } })
    const next = codeOf(setup.body.data.secret as string, 1)
    await expectValidResponse('removeSecondFactor', { by: staff, body: { password: 'a good one', code: next } })
  })

  it('for the captcha', async () => {
    await expectValidResponse('captcha', { by: null })
    await expectValidResponse('contentPage', { by: null, ids: { slug: 'terms' } })
  })

  it('for an empty and a filled cart', async () => {
    const eve = await buildUser(server)
    await expectValidResponse('cart', { by: eve })
    const item = await buildItem(server, { price: 1 })
    const added = await expectValidResponse('addToCart', { by: eve, body: { item: item.id, count: 3 } })
    const ids = { id: (added.body.data as unknown as { _id: string }[])[0]!._id }
    await expectValidResponse('cart', { by: eve })
    const gone = { item: 'gone', count: 1 }
    await expectValidResponse('mergeCart', {
      by: eve,
      body: { lines: [{ item: item.id, count: 2 }, gone] },
      key: 'merge',
    })
    await expectValidResponse('cartItems', { by: null, query: `?ids=${item.id},gone` })
    await expectValidResponse('cartCount', { by: eve })
    await expectValidResponse('changeCount', { by: eve, ids, body: { count: 9999 } })
    await expectValidResponse('removeFromCart', { by: eve, ids })
  })

  it('for an order from checkout to refund', async () => {
    const coupon = await buildCoupon(server, { amount: 333 })
    await fillCart(server, ada, { price: 1299, oldPrice: 1500 }, 3)
    const placed = await expectValidResponse('checkout', { body: { paymentMethod: 'crypto', subtotal: 38.97 } })
    const ids = { id: placed.body.data._id as string }
    await expectValidResponse('coupon', { ids: { code: coupon.code } })
    await expectValidResponse('applyCoupon', { ids, body: { couponId: coupon.id } })
    await expectValidResponse('requestPayment', { ids, body: { method: 'crypto', network: 'BASE', token: 'USDC' } })
    await expectValidResponse('checkOrder', { ids, by: mira })
    await expectValidResponse('markPaid', { ids, body: { paymentMethod: 'bank', reference: 'CEFT 9' } })
    await expectValidResponse('changeReference', { ids, body: { reference: 'CEFT 10' } })
    await expectValidResponse('requestProof', { ids, by: mira })
    const uploaded = await uploadProof(server, ids.id, await draw(9, 9).png().toBuffer(), { token: ada.token })
    await expectValidResponse('deleteProof', { ids: { ...ids, proofId: uploaded.body.data._id } })
    await expectValidResponse('claim', { ids, by: mira })
    await expectValidResponse('order', { ids })
    await expectValidResponse('staffOrder', { ids, by: mira })
    await expectValidResponse('release', { ids, by: mira })
    await expectValidResponse('verify', { ids, by: mira })
    await expectValidResponse('verificationSeen', { ids })
    await expectValidResponse('complete', { ids, by: mira, body: { delivery: 'Here it is' } })
    expect((await expectValidResponse('delivery', { ids })).body.data).toEqual({ note: 'Here it is' })
    await expectValidResponse('refundPreview', { ids, by: mira })
    await expectValidResponse('changeDelivery', { ids, by: mira, body: { delivery: 'Here is another' } })
    await expectValidResponse('refund', { ids, by: mira, body: { reason: 'As agreed' } })
  })

  it('for bank statements', async () => {
    const form = new FormData()
    form.set('file', new File(['Date,Description,Amount\n2026-11-21,a stranger,10.00'], 'November.csv'))
    const headers = { authorization: `Bearer ${mira.token}` }
    const uploaded = await server.router.request('http://localhost/api/admin/statements', {
      method: 'POST',
      body: form,
      headers,
    })
    const { success, ...output } = (await uploaded.json()) as { success: boolean; data: { _id: string } }
    expect([uploaded.status, success, z.safeDecode(StatementUploadOutput, output as never).success]).toEqual([
      200,
      true,
      true,
    ])
    const ids = { id: output.data._id }
    const by = mira
    await expectValidResponse('statements', { by, query: '?limit=1' })
    const { body } = await expectValidResponse('statementLines', { by, ids, query: '?state=unmatched&limit=5' })
    const [line] = body.data as unknown as { _id: string }[]
    const order = await buildOrder(server, ada)
    await expectValidResponse('changeStatementLine', {
      by,
      ids: { ...ids, lineId: line!._id },
      body: { order: order._id },
    })
    await expectValidResponse('applyStatement', { by, ids, body: { lines: [line!._id, 'unknown'] } })
    await expectValidResponse('undoStatement', { by, ids })
  })

  it('for payments, with an order and without', async () => {
    const by = mira
    const order = await buildOrder(server, ada)
    const ids = { id: order._id }
    const transfer = { source: 'manual', currency: 'LKR', payer: 'N. Perera', text: `REF ${order.reference}` }
    const free = await expectValidResponse('recordPayment', { by, body: { ...transfer, amount: '1000' } })
    const paymentIds = { id: free.body.data._id as string }
    await expectValidResponse('pauseChain', { by, body: { on: true } })
    await expectValidResponse('pauseChain', { by, body: { on: false } })
    await expectValidResponse('staffPayments', { by, query: '?state=unassigned&q=perera' })
    await expectValidResponse('changePayment', { by, ids: paymentIds, body: { order: order._id } })
    await expectValidResponse('order', { ids })
    await expectValidResponse('changePayment', { by, ids: paymentIds, body: { order: null } })
    await expectValidResponse('changePayment', { by, ids: paymentIds, body: { dismiss: 'Not for us' } })
    await expectValidResponse('recordPayment', { by, body: { ...transfer, amount: '2000', order: order._id } })
    const short = { acceptShort: true, reason: 'The bank kept a fee' }
    await expectValidResponse('verify', { by, ids, body: short })
    await expectValidResponse('unverify', { by, ids, body: { reason: 'The wrong order' } })
    await expectValidResponse('reject', { by, ids, body: { reason: 'Nothing came' } })
    await expectValidResponse('reopen', { by, ids, body: { reason: 'It came after all' } })
    await expectValidResponse('verify', { by, ids, body: short })
    await expectValidResponse('refund', { by, ids, body: { reason: 'As agreed', amount: 1, reference: 'OUT 1' } })
  })

  it('for orders in every state', async () => {
    const [pending, paid] = [await buildOrder(server, ada), await buildPaidOrder(server, ada)]
    await expectValidResponse('cancel', { ids: { id: pending._id } })
    await expectValidResponse('reject', { ids: { id: paid._id }, by: mira, body: { reason: 'Nothing came' } })
    await buildOrder(server, ada)
    await buildPaidOrder(server, ada)
    await buildVerifiedOrder(server, ada, mira)
    const all = await expectValidResponse('staffOrders', { by: mira })
    const states = (all.body.data as unknown as { paymentStatus: string }[]).map((order) => order.paymentStatus)
    expect(new Set(states)).toEqual(new Set(paymentStatuses))
    await expectValidResponse('staffOrders', {
      by: mira,
      query: '?paymentStatus=paid&orderStatus=pending&limit=1&q=person',
    })
    await expectValidResponse('orders')
    await expectValidResponse('dashboard')
    await expectValidResponse('orders', { query: '?paymentStatus=paid&orderStatus=processing&limit=1' })
  })

  it('for points and notifications', async () => {
    expect((await expectValidResponse('points')).body.entries.some((entry) => entry.points < 0)).toBe(true)
    await expectValidResponse('points', { query: '?page=2&limit=1' })
    const page = await expectValidResponse('notifications', { query: '?limit=2&unreadOnly=1' })
    await expectValidResponse('notifications', { query: `?limit=2&cursor=${page.body.nextCursor}` })
    await expectValidResponse('markNotificationRead', { ids: { id: page.body.notifications[0]!._id } })
    await expectValidResponse('markAllNotificationsRead')
  })

  it('for reviews', async () => {
    const [eve, item] = [await buildUser(server), await buildItem(server)]
    const review = { item: item.id, stars: 4, description: 'Good, on the whole' }
    const first = await expectValidResponse('writeReview', { by: eve, body: review })
    const ids = { id: first.body.data._id as string }
    await expectValidResponse('changeReview', { by: eve, ids, body: { ...review, stars: 5 } })
    await expectValidResponse('deleteReview', { by: eve, ids })
  })

  it('for referrals', async () => {
    const [eve, guest] = [await buildUser(server), await buildUser(server)]
    await expectValidResponse('referral', { by: eve, ids: { userId: eve.id } })
    await expectValidResponse('createReferral', { by: eve, body: { code: 'Eve 2026' } })
    const found = await expectValidResponse('findReferral', { by: null, ids: { code: 'EVE2026' } })
    expect(JSON.stringify(found.body)).not.toContain(eve.lastName)
    await expectValidResponse('redeemReferral', { by: guest, body: { code: 'eve2026', userId: guest.id } })
    const own = await expectValidResponse('referral', { by: eve, ids: { userId: eve.id } })
    expect(JSON.stringify(own.body)).not.toContain(guest.lastName)
  })

  it('for other staff routes', async () => {
    const [by, eve] = [mira, await buildUser(server)]
    const ids = { id: (await buildVerifiedOrder(server, eve, mira))._id }
    const note = await expectValidResponse('addOrderNote', { by, ids, body: { text: 'Called the bank' } })
    await expectValidResponse('orderNotes', { by, ids })
    await expectValidResponse('deleteOrderNote', { by, ids: { ...ids, noteId: note.body.data._id as string } })
    await expectValidResponse('exportOrders', { by, query: '?paymentStatus=verified', accept: 'application/json' })
    await expectValidResponse('exportAudit', { by, accept: 'application/json' })
    const item = await buildItem(server)
    const review = { item: item.id, stars: 2, description: 'Not for me' }
    const posted = await server.call<Json>('POST', '/reviews', review, { token: eve.token })
    await expectValidResponse('staffReviews', { by, query: '?q=not&stars=2&limit=1' })
    await expectValidResponse('staffSearch', { by, query: '?q=ada' })
    await expectValidResponse('removeReview', { by, ids: { id: posted.body.data._id as string } })
    await expectValidResponse('customers', { by, query: '?q=person&limit=2' })
    await expectValidResponse('correctPoints', { by, ids: { id: eve.id }, body: { points: 5, reason: 'For the wait' } })
    await expectValidResponse('customer', { by, ids: { id: eve.id } })
    await expectValidResponse('endSessions', { by, ids: { id: eve.id }, body: {} })
    await expectValidResponse('stats', { by, query: '?days=7' })
    await expectValidResponse('system', { by })
    await expectValidResponse('audit', { by, query: '?subject=customer&limit=1' })
  })

  it('for the staff catalogue', async () => {
    const by = mira
    const category = await expectValidResponse('createCategory', { by, body: { name: 'New category' } })
    const categoryIds = { id: category.body.data._id as string }
    await expectValidResponse('renameCategory', { by, ids: categoryIds, body: { name: 'Renamed category' } })
    const all = (await expectValidResponse('staffCategories', { by })).body.data as unknown as { _id: string }[]
    await expectValidResponse('sortCategories', { by, body: { ids: all.map((category) => category._id).toReversed() } })
    await expectValidResponse('staffCategory', { by, ids: categoryIds })
    const fields = { category: categoryIds.id, originalPrice: 20, description: '<p>Good</p>' }
    const item = (await expectValidResponse('createItem', { by, body: await itemInput(server, fields) })).body
      .data as unknown as WireItem
    const ids = { id: item._id }
    await expectValidResponse('staffItem', { by, ids })
    await expectValidResponse('changeItem', { by, ids, body: changedItem(item, { price: 1 }) })
    await server.call('POST', '/cart', { item: item._id, count: 1 }, { token: ada.token })
    await expectValidResponse('removeItem', { by, ids })
    await expectValidResponse('staffItems', { by, query: `?archived=yes&category=${categoryIds.id}&q=cloud&limit=1` })
    await expectValidResponse('restoreItem', { by, ids })
    const other = await expectValidResponse('createItem', { by, body: await itemInput(server, fields) })
    await expectValidResponse('removeItem', { by, ids: { id: other.body.data._id as string } })
    const terms = {
      validCategory: categoryIds.id,
      expiresAt: '2999-01-01T00:00:00.000Z',
      usesLimit: 5,
      usesPerCustomer: 1,
    }
    const coupon = await expectValidResponse('createCoupon', { by, body: couponInput(terms) })
    const couponIds = { id: coupon.body.data._id as string }
    await expectValidResponse('staffCoupon', { by, ids: couponIds })
    await expectValidResponse('changeCoupon', { by, ids: couponIds, body: couponInput({ usesLimit: 6 }) })
    await expectValidResponse('staffCoupons', { by, query: '?archived=all&limit=1&q=spring' })
    const order = await buildOrder(server, ada)
    await expectValidResponse('applyCoupon', { ids: { id: order._id }, body: { couponId: couponIds.id } })
    await expectValidResponse('removeCoupon', { by, ids: couponIds })
    await expectValidResponse('restoreCoupon', { by, ids: couponIds })
    const empty = await expectValidResponse('createCategory', { by, body: { name: 'Empty category' } })
    await expectValidResponse('deleteCategory', { by, ids: { id: empty.body.data._id as string } })
  })

  it('for drafts, prices and files of the catalogue, and for batches of coupons', async () => {
    const by = mira
    const category = (await buildCategory(server, 'Batches')).id
    const body = await itemInput(server, { category })
    const item = (await expectValidResponse('createItem', { by, body })).body.data as unknown as WireItem
    const copy = (await expectValidResponse('copyItem', { by, ids: { id: item._id }, body: {} })).body.data
    const ids = { id: copy._id as string }
    const published = (await expectValidResponse('publishItem', { by, ids, body: { version: copy.version } })).body.data
    await expectValidResponse('unpublishItem', { by, ids, body: { version: published.version } })
    const change = { kind: 'percent', value: 10, rounding: 'cent', oldPrice: 'keep' }
    await expectValidResponse('previewPrices', { by, body: { ...change, items: [item._id] } })
    const { _id, version } = item
    await expectValidResponse('changePrices', {
      by,
      body: { prices: [{ _id, version, price: 9, originalPrice: null }] },
    })
    await expectValidResponse('exportItems', { by, query: `?category=${category}` })
    const lines = [{ line: 2, id: item._id, price: '8.00' }]
    await expectValidResponse('checkImport', { by, body: { lines } })
    await expectValidResponse('importItems', { by, body: { lines } })

    const { code: _code, usesLimit: _usesLimit, usesPerCustomer: _usesPerCustomer, ...terms } = couponInput()
    const batch = await expectValidResponse('createCouponBatch', { by, body: { ...terms, prefix: 'GIFT', count: 3 } })
    const batchIds = { id: batch.body.data._id as string }
    await expectValidResponse('couponUses', { by, ids: batchIds })
    await expectValidResponse('couponCodes', { by, ids: batchIds, accept: 'application/json' })
  })

  it('for support, from both sides', async () => {
    const [by, eve] = [mira, await buildUser(server)]
    const [item, order] = [await buildItem(server), await buildOrder(server, eve)]
    const ids = { userId: eve.id }
    const body = { message: 'Hello', item: item.id, clientId: 'c1' }
    const sent = await expectValidResponse('sendMessage', { by: eve, body })
    const { _id } = sent.body.message as unknown as { _id: string }
    await expectValidResponse('sendMessage', { by, body: { message: 'Here', order: order._id, userId: eve.id } })
    await expectValidResponse('markMessagesRead', { by, ids: { id: _id } })
    const contact = { email: 'visitor@example.com', name: 'Nimal', message: 'Hello' }
    await expectValidResponse('contact', { by: null, body: contact })
    const newest = await expectValidResponse('supportChat', { by: eve, query: '?limit=1' })
    await expectValidResponse('supportChat', { by, query: `?userId=${eve.id}&cursor=${newest.body.nextCursor}` })
    await expectValidResponse('changeConversation', { by, ids, body: { assignee: mira.id, status: 'resolved' } })
    const query = `?status=resolved&assignee=${mira.id}&unread=0&q=${eve.email}`
    await expectValidResponse('conversations', { by, query })
    const note = await expectValidResponse('writeNote', { by, ids, body: { text: 'Pays late' } })
    await expectValidResponse('conversation', { by, ids })
    await expectValidResponse('deleteNote', { by, ids: { ...ids, id: note.body.data._id as string } })
    await expectValidResponse('supportStaff', { by })
    const reply = await expectValidResponse('addReply', { by, body: { title: 'Greeting', text: 'Hello {name}' } })
    const replyIds = { id: reply.body.data._id as string }
    await expectValidResponse('changeReply', { by, ids: replyIds, body: { title: 'Greeting', text: 'Hi {name}' } })
    await expectValidResponse('replies', { by })
    await expectValidResponse('deleteReply', { by, ids: replyIds })
  })

  it('for every route', () => {
    expect(Object.keys(api).filter((name) => !calledRoutes.has(name as Name))).toEqual([])
  })
})
