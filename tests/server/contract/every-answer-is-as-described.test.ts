import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { reviews } from '../../../drizzle/schema.ts'
import type { OpenApi } from '../../../server/http/describe.ts'
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

type Name = keyof typeof api
type Json = Record<string, unknown>

let store: TestStore
let ada: Somebody
let mira: Somebody
let document: OpenApi
const walked = new Set<Name>()
beforeAll(async () => {
  store = await openTestStore({ CAPTCHA_PROVIDER: 'off' })
  ada = await buildUser(store, { phone: '+94 11 000 0000', points: 7 })
  mira = await buildStaff(store)
  document = (await (await store.app.request('http://localhost/api/openapi.json')).json()) as OpenApi
})
afterAll(() => store.close())

/** Calls a route by its name and holds the answer against the contract and its published description. */
async function walk(
  name: Name,
  asked: { ids?: Record<string, string>; query?: string; body?: unknown; by?: Somebody | null; cookie?: string } = {},
) {
  const route: Route = api[name]
  const { ids = {}, query = '', body, by = ada, cookie } = asked
  const path = route.path.replace(/:(\w+)/g, (_, id: string) => ids[id]!)
  const answer = await store.call<Json>(route.method, path + query, body, {
    token: by?.token,
    ...(cookie && { cookie }),
  })
  expectAsDescribed(name, answer)
  walked.add(name)
  return answer
}

function expectAsDescribed(name: Name, { status, body, headers }: Answered) {
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true } })
  const { success, ...told } = body
  const route: Route = api[name]
  const read = z.safeDecode(route.output as unknown as z.ZodObject, told as never)
  expect(read.error?.issues).toBeUndefined()
  // Nothing that the contract doesn't name leaves the store.
  expect(JSON.parse(JSON.stringify(z.encode(route.output as unknown as z.ZodObject, read.data as never)))).toEqual(told)
  const published = z.fromJSONSchema(described(name).responses[200].content['application/json'].schema as never)
  expect(published.safeParse({ success, ...told }).error?.issues).toBeUndefined()
  expect(headers.get('x-stream-position')).toMatch(/^\w+(;(user|staff|catalogue)=\d+){1,3}$/)
  expect(headers.get('x-request-id')).toMatch(/^\w+$/)
  expect(headers.get('cache-control')).toBe('no-store')
}

type Described = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: { 'application/json': { schema: Json } } }
  responses: { 200: { content: { 'application/json': { schema: Json } } } }
  security?: unknown
  'x-who': string
}
const described = (name: Name): Described => {
  const { path, method } = api[name] as Route
  return document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()] as Described
}

describe('openapi.json', () => {
  test('is an OpenAPI 3.1 document of this store', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Kade' },
      servers: [{ url: `${store.env.publicUrl}/api` }],
    })
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(document.components.securitySchemes.session).toEqual({ type: 'http', scheme: 'bearer' })
    expect(Object.keys(document.paths).every((path) => /^(\/[a-z-]+|\/\{\w+\})+$/.test(path))).toBe(true)
  })

  test('has every call of the contract, and no other', () => {
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods) as unknown as Described[])
    expect(calls.map((call) => call.operationId).sort()).toEqual(Object.keys(api).sort())
  })

  test.each(Object.entries<Route>(api))('%s is described whole', (name, route) => {
    const call = described(name as Name)
    const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, id]) => id)
    expect(call.parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.required])).toEqual(
      ids.map((id) => [id, true]),
    )
    const fields = Object.keys(route.input.def.shape)
    const inQuery = call.parameters.filter((one) => one.in === 'query').map((one) => one.name)
    const inBody = Object.keys((call.requestBody?.content['application/json'].schema.properties ?? {}) as Json)
    expect(route.method === 'GET' ? inQuery : inBody).toEqual(fields)
    expect(route.method === 'GET' ? inBody : inQuery).toEqual([])
    expect(call['x-who']).toBe(route.who)
    expect('security' in call).toBe(route.who !== 'anyone')
    expect(call.parameters.some((one) => one.name === 'Idempotency-Key')).toBe(route.idempotent)
    const { properties, required } = call.responses[200].content['application/json'].schema as {
      properties: Json
      required: string[]
    }
    expect(Object.keys(properties)).toEqual(['success', ...Object.keys(route.output.def.shape)])
    expect(required).toContain('success')
    expect(JSON.stringify(call)).not.toMatch(/undefined|\[object/)
  })

  test('refers to nothing that it has not', () => {
    const text = JSON.stringify(document)
    for (const [, name] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
      expect(document.components.schemas).toHaveProperty(name!)
    }
    expect(text).not.toContain('"$ref":"#/$defs')
  })

  test('says amounts in dollars and times in ISO 8601', () => {
    const order = JSON.stringify(described('order').responses[200])
    expect(order).toMatch(/"total":\{"type":"number"/)
    expect(order).toMatch(/"createdAt":\{"type":"string","format":"date-time"/)
  })

  test('describes refusals as they are', async () => {
    const refused = await store.call('GET', '/auth/me')
    const schema = z.fromJSONSchema(document.components.schemas.Refusal as never)
    expect(schema.safeParse(refused.body).error).toBeUndefined()
    expect(schema.safeParse({ success: false }).success).toBe(false)
  })
})

test('the page to read it is served, with a policy that lets nothing run', async () => {
  const page = await store.app.request('http://localhost/api/docs')
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  const html = await page.text()
  for (const name of Object.keys(api)) expect(html).toContain(`<section id="${name}">`)
  expect(html).not.toContain('<script')
})

describe('the answer is as described', () => {
  test('of what anyone may read', async () => {
    const item = await buildItem(store, { oldPrice: 1999, description: '<p>Good</p>', name: 'Round and good' })
    await store.store.db.insert(reviews).values({ itemId: item.id, userId: ada.id, stars: 4, description: 'Fine' })
    const ids = { id: item.id }
    await walk('health', { by: null })
    await walk('config', { by: null })
    await walk('categories', { by: null })
    const some = await walk('items', { by: null, query: '?sortBy=rating&limit=5&minPrice=0.01&maxPrice=99.99&q=good' })
    expect(some.body).toMatchObject({ totalCount: 1, data: [{ price: 10, originalPrice: 19.99, discount: 50 }] })
    await walk('item', { by: null, ids })
    const told = await walk('reviews', { by: null, query: `?item=${item.id}` })
    expect(told.body).toMatchObject({ totalCount: 1, data: [{ stars: 4 }] })
    expect(JSON.stringify(told.body)).not.toContain(ada.email)
  })

  test('of an account', async () => {
    const person = { firstName: 'Sam', lastName: 'Silva', email: 'sam@example.com', password: 'a good one' }
    const opened = await walk('register', { by: null, body: person })
    await walk('signIn', { by: null, body: { email: person.email, password: person.password } })
    const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
    const renewed = await walk('refresh', { by: null, cookie })
    const sam = { ...ada, token: renewed.body.token }
    await walk('me', { by: sam })
    await walk('changeCurrency', { by: sam, body: { currency: 'INR' } })
    await walk('changeDarkMode', { by: sam, body: { darkMode: true } })
    await walk('signOut', { by: sam })
    await walk('signOut', { by: null })
  })

  test('of a captcha', async () => {
    await walk('captcha', { by: null })
  })

  test('of a cart, empty and full', async () => {
    const eve = await buildUser(store)
    await walk('cart', { by: eve })
    const item = await buildItem(store, { price: 1 })
    const added = await walk('addToCart', { by: eve, body: { item: item.id, count: 3 } })
    const ids = { id: (added.body.data as unknown as { _id: string }[])[0]!._id }
    await walk('cart', { by: eve })
    await walk('cartCount', { by: eve })
    await walk('changeCount', { by: eve, ids, body: { count: 9999 } })
    await walk('removeFromCart', { by: eve, ids })
  })

  test('of an order, from the cart to its delivery', async () => {
    const coupon = await buildCoupon(store, { amount: 333 })
    await fillCart(store, ada, { price: 1299, oldPrice: 1500 }, 3)
    const placed = await walk('checkout', { body: { paymentMethod: 'crypto', subtotal: 38.97 } })
    const ids = { id: placed.body.data._id as string }
    await walk('coupon', { ids: { code: coupon.code } })
    await walk('applyCoupon', { ids, body: { couponId: coupon.id } })
    await walk('markPaid', { ids, body: { paymentMethod: 'bank', reference: 'CEFT 9' } })
    await walk('claim', { ids, by: mira })
    await walk('order', { ids })
    await walk('staffOrder', { ids, by: mira })
    await walk('release', { ids, by: mira })
    await walk('verify', { ids, by: mira })
    await walk('complete', { ids, by: mira, body: { delivery: 'Here it is' } })
    expect((await walk('delivery', { ids })).body.data).toEqual({ note: 'Here it is' })
    await walk('refund', { ids, by: mira, body: { reason: 'As agreed' } })
  })

  test('of orders in every state', async () => {
    const [pending, paid] = [await buildOrder(store, ada), await buildPaidOrder(store, ada)]
    await walk('cancel', { ids: { id: pending._id } })
    await walk('reject', { ids: { id: paid._id }, by: mira, body: { reason: 'Nothing came' } })
    await buildOrder(store, ada)
    await buildPaidOrder(store, ada)
    await buildVerifiedOrder(store, ada, mira)
    const all = await walk('staffOrders', { by: mira })
    const states = (all.body.data as unknown as { paymentStatus: string }[]).map((order) => order.paymentStatus)
    expect(new Set(states)).toEqual(new Set(paymentStatuses))
    await walk('staffOrders', { by: mira, query: '?paymentStatus=paid&orderStatus=pending&limit=1&q=person' })
    await walk('orders')
    await walk('orders', { query: '?paymentStatus=paid&orderStatus=processing&limit=1' })
  })

  test('of points and notifications', async () => {
    expect((await walk('points')).body.entries.some((entry) => entry.points < 0)).toBe(true)
    await walk('points', { query: '?page=2&limit=1' })
    const told = await walk('notifications', { query: '?limit=2&unreadOnly=1' })
    await walk('notifications', { query: `?limit=2&cursor=${told.body.nextCursor}` })
    await walk('readNotification', { ids: { id: told.body.notifications[0]!._id } })
    await walk('readAllNotifications')
  })

  test('of every call there is', () => {
    expect(Object.keys(api).filter((name) => !walked.has(name as Name))).toEqual([])
  })
})
