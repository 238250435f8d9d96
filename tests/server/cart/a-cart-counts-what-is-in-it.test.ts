import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cartLines } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildItem, buildUser, changeItem, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
let sam: Somebody
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  ada = await buildUser(store)
  sam = await buildUser(store)
})

type Line = Wire['line']
const add = (who: Somebody, item: string, count?: unknown, key?: string) =>
  store.call<Line[]>('POST', '/cart', count === undefined ? { item } : { item, count }, {
    token: who.token,
    ...(key !== undefined && { key }),
  })
const cartOf = async (who: Somebody) => (await store.call<Line[]>('GET', '/cart', undefined, who)).body.data
const badgeOf = async (who: Somebody) =>
  (await store.call<{ count: number }>('GET', '/cart/count', undefined, who)).body.data.count
const put = (who: Somebody, line: string, count: unknown) => store.call<Line[]>('PUT', `/cart/${line}`, { count }, who)
const remove = (who: Somebody, line: string) => store.call<Line[]>('DELETE', `/cart/${line}`, undefined, who)

describe('adding', () => {
  test('one, unless told how many; the same item again adds to its line', async () => {
    const item = await buildItem(store, { price: 1299 })
    const first = await add(ada, item.id)
    expect(first.body).toMatchObject({ message: 'Item added to cart successfully!', data: [{ count: 1 }] })
    const again = await add(ada, item.id, 3)
    expect(again.body.data).toMatchObject([{ count: 4, priceWhenAdded: 12.99, item: { _id: item.id, price: 12.99 } }])
    expect(again.body.data[0]!._id).toBe(first.body.data[0]!._id)
    expect(await cartOf(ada)).toEqual(again.body.data)
    expect(await cartOf(sam)).toEqual([])
  })

  test.each([0, -1, 10_000, 1.5, '2', null, 1e21])('%j is refused', async (count) => {
    const item = await buildItem(store)
    const { status, body } = await add(ada, item.id, count)
    expect([status, body.message]).toEqual([400, 'count must be a whole number from 1 to 9999'])
    expect(await cartOf(ada)).toEqual([])
  })

  test('up to 9999 of one item in all, and what is beyond changes nothing', async () => {
    const item = await buildItem(store)
    expect((await add(ada, item.id, 9998)).status).toBe(200)
    const beyond = await add(ada, item.id, 2)
    expect([beyond.status, beyond.body.error]).toEqual([422, 'too_many_of_one'])
    expect(await badgeOf(ada)).toBe(9998)
    expect((await add(ada, item.id, 1)).status).toBe(200)
  })

  test('what is not on sale: Item not found', async () => {
    const archived = await buildItem(store, { archivedAt: new Date() })
    for (const id of ['nothing', archived.id]) {
      const { status, body } = await add(ada, id)
      expect([status, body.message]).toEqual([404, 'Item not found'])
    }
  })

  test('a price of one’s own is refused', async () => {
    const item = await buildItem(store)
    const { status, body } = await store.call('POST', '/cart', { item: item.id, price: 0.01 }, ada)
    expect([status, body.message]).toEqual([400, 'Unknown field: price.'])
  })

  test('twenty at once make one line of twenty; with one key, of one', async () => {
    const [item, other] = [await buildItem(store), await buildItem(store)]
    await Promise.all(Array.from({ length: 20 }, () => add(ada, item.id)))
    await Promise.all(Array.from({ length: 20 }, () => add(sam, other.id, 1, 'once')))
    expect(await cartOf(ada)).toMatchObject([{ count: 20 }])
    expect(await cartOf(sam)).toMatchObject([{ count: 1 }])
  })
})

describe('a line', () => {
  test('takes 1 to 9999', async () => {
    const item = await buildItem(store)
    const [line] = (await add(ada, item.id)).body.data
    expect((await put(ada, line!._id, 9999)).body.data).toMatchObject([{ count: 9999 }])
    for (const count of [0, -1, 10_000, 2.5, '3', null]) expect((await put(ada, line!._id, count)).status).toBe(400)
    expect(await badgeOf(ada)).toBe(9999)
  })

  test('of somebody else is not there', async () => {
    const item = await buildItem(store)
    const [line] = (await add(ada, item.id, 2)).body.data
    for (const answer of [await put(sam, line!._id, 5), await remove(sam, line!._id), await remove(sam, 'nothing')]) {
      expect([answer.status, answer.body.message]).toEqual([404, 'This is not in your cart any more.'])
    }
    expect(await cartOf(ada)).toMatchObject([{ count: 2 }])
  })

  test('that is removed is gone, and can’t be removed again', async () => {
    const item = await buildItem(store)
    const [line] = (await add(ada, item.id)).body.data
    expect((await remove(ada, line!._id)).body).toMatchObject({ message: 'Item removed from cart', data: [] })
    expect((await remove(ada, line!._id)).status).toBe(404)
    expect((await put(ada, line!._id, 2)).status).toBe(404)
  })

  test('shows the price of now and that of then; what is no longer on sale is in nobody’s cart', async () => {
    const [item, other] = [await buildItem(store, { price: 1000 }), await buildItem(store)]
    await add(ada, item.id)
    await add(ada, other.id, 5)
    await changeItem(store, item.id, { price: 1200 })
    expect((await cartOf(ada))[0]).toMatchObject({ priceWhenAdded: 10, item: { price: 12 } })
    await changeItem(store, other.id, { archivedAt: new Date() })
    expect(await cartOf(ada)).toHaveLength(1)
    expect(await badgeOf(ada)).toBe(1)
    await changeItem(store, other.id, { archivedAt: null })
    expect(await badgeOf(ada)).toBe(6)
  })
})

test('the badge is the sum of the counts', async () => {
  expect(await badgeOf(ada)).toBe(0)
  const counts = [3, 9999, 1]
  for (const count of counts) await add(ada, (await buildItem(store)).id, count)
  expect(await badgeOf(ada)).toBe(10_003)
  const rows = await store.store.db.select().from(cartLines).where(eq(cartLines.userId, ada.id))
  expect(new Set(rows.map(({ count }) => count))).toEqual(new Set(counts))
})

test('every change is told to all of the person’s devices and to nobody else', async () => {
  const [phone, laptop, stranger] = [
    await store.follow(auth(ada)),
    await store.follow(auth(ada)),
    await store.follow(auth(sam)),
  ]
  const item = await buildItem(store)
  const [line] = (await add(ada, item.id)).body.data
  const changed = await put(ada, line!._id, 4)
  await put(ada, line!._id, 0)
  await remove(ada, line!._id)
  await expect.poll(() => phone.events().length).toBe(3)
  expect(phone.heard()).toEqual(['cart.changed', 'cart.changed', 'cart.changed'])
  expect(phone.events().map(({ data }) => data.count)).toEqual([1, 4, 0])
  expect(phone.events()[1]!.data).toEqual({ lines: changed.body.data, count: 4 })
  await expect.poll(() => laptop.events()).toEqual(phone.events())
  expect(stranger.events()).toEqual([])
})

test('a visitor has no cart', async () => {
  const item = await buildItem(store)
  const answers = [
    await store.call('GET', '/cart'),
    await store.call('GET', '/cart/count'),
    await store.call('POST', '/cart', { item: item.id }),
    await store.call('PUT', '/cart/x', { count: 1 }),
    await store.call('DELETE', '/cart/x'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
})

function auth({ token }: Somebody) {
  return { token }
}
