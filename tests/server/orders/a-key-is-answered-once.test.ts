import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idempotencyKeys, orders } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildOrder, buildUser, fillCart, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  ada = await buildUser(store)
})

type Order = Wire['order']
const checkout = ({ token }: Somebody, key: string, body: unknown = { paymentMethod: 'binance' }) =>
  store.call<Order>('POST', '/checkout', body, { token, key })
const ordersOf = ({ id }: Somebody) => store.store.db.$count(orders, eq(orders.userId, id))
const position = ({ headers }: { headers: Headers }) => headers.get('x-stream-position')

test('the same request again gets the first answer and its position, and changes nothing', async () => {
  await fillCart(store, ada)
  const first = await checkout(ada, 'k')
  await fillCart(store, ada)
  await store.call('PATCH', `/checkout/${first.body.data._id}/cancel`, undefined, { token: ada.token })
  const again = await checkout(ada, 'k')
  expect(again.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect(position(again)).toBe(position(first))
  expect(await ordersOf(ada)).toBe(1)
})

test('it is told once', async () => {
  const phone = await store.follow({ token: ada.token })
  await fillCart(store, ada)
  for (let i = 0; i < 3; i += 1) await checkout(ada, 'k')
  await store.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token })
  await expect.poll(phone.heard).toEqual(['cart.changed', 'cart.changed', 'order.changed created', 'user.changed'])
})

test('the same key with another body is a 422', async () => {
  await fillCart(store, ada)
  await checkout(ada, 'k')
  const { status, body } = await checkout(ada, 'k', { paymentMethod: 'bank' })
  expect([status, body.error]).toEqual([422, 'key_reused'])
  expect(await ordersOf(ada)).toBe(1)
})

test('twenty at once make one order and get the same answer', async () => {
  await fillCart(store, ada)
  const answers = await Promise.all(Array.from({ length: 20 }, () => checkout(ada, 'k')))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(new Set(answers.map(position)).size).toBe(1)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await ordersOf(ada)).toBe(1)
})

test('without a key every request is a request', async () => {
  for (let i = 0; i < 2; i += 1) {
    await fillCart(store, ada)
    await store.call('POST', '/checkout', { paymentMethod: 'binance' }, { token: ada.token })
  }
  expect(await ordersOf(ada)).toBe(2)
})

describe('a refusal', () => {
  test('is not kept: the same request succeeds once it can', async () => {
    expect((await checkout(ada, 'k')).status).toBe(422)
    await fillCart(store, ada)
    expect((await checkout(ada, 'k')).status).toBe(200)
  })

  test('leaves its key free for another body', async () => {
    await fillCart(store, ada)
    expect((await checkout(ada, 'k', { paymentMethod: 'bank', subtotal: 1 })).status).toBe(409)
    expect((await checkout(ada, 'k', { paymentMethod: 'bank' })).status).toBe(200)
  })
})

describe('a key', () => {
  test('is its person’s alone', async () => {
    const sam = await buildUser(store)
    for (const who of [ada, sam]) await fillCart(store, who)
    const [hers, his] = [await checkout(ada, 'k'), await checkout(sam, 'k')]
    expect(his.status).toBe(200)
    expect(his.body.data._id).not.toBe(hers.body.data._id)
  })

  test('is its route’s alone, down to the order in the address', async () => {
    const { token } = ada
    const [one, two] = [await buildOrder(store, ada), await buildOrder(store, ada)]
    const patch = (id: string, what: string, body?: unknown) =>
      store.call<Order>('PATCH', `/checkout/${id}/${what}`, body, { token, key: 'k' })
    const answers = [
      await patch(one._id, 'cancel'),
      await patch(two._id, 'cancel'),
      await patch(one._id, 'cancel'),
      await patch(one._id, 'mark-paid', {}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409])
    expect(answers[1]!.body.data._id).toBe(two._id)
  })

  test.each(['', ' ', 'two words', 'x'.repeat(256)])('takes 1 to 255 visible characters, not %j', async (key) => {
    await fillCart(store, ada)
    const { status, body } = await checkout(ada, key)
    expect([status, body.message]).toEqual([400, 'Idempotency-Key takes 1 to 255 visible characters.'])
    expect(await ordersOf(ada)).toBe(0)
  })

  test('is kept with an answer, and never with a token', async () => {
    await fillCart(store, ada)
    await checkout(ada, 'k')
    const rows = await store.store.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, ada.id))
    expect(rows).toHaveLength(1)
    expect(JSON.parse(rows[0]!.answer)).toMatchObject({ success: true, message: 'Order created' })
    expect(JSON.stringify(rows)).not.toContain(ada.token)
  })
})

test('the kept answer outlives the server', async () => {
  const first = await openTestStore()
  const who = await buildUser(first)
  await fillCart(first, who)
  const sent = { token: who.token, key: 'k' }
  const answered = await first.call('POST', '/checkout', { paymentMethod: 'bank' }, sent)
  await first.shut()
  const second = await openTestStore({}, first.folder)
  const again = await second.call('POST', '/checkout', { paymentMethod: 'bank' }, sent)
  expect(again.body).toEqual(answered.body)
  expect(position(again)).toBe(position(answered))
  await second.close()
})
