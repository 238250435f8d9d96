import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cartLines } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor, type Wire } from '../../app.ts'
import { buildCategory, buildItem, buildUser, changeItem, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let sam: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await buildUser(server)
  sam = await buildUser(server)
})

type Line = Wire['line']
const add = (user: TestUser, item: string, count?: unknown, key?: string) =>
  server.call<Line[]>('POST', '/cart', count === undefined ? { item } : { item, count }, {
    token: user.token,
    ...(key !== undefined && { key }),
  })
const cartOf = async (user: TestUser) => (await server.call<Line[]>('GET', '/cart', undefined, user)).body.data
const countOf = async (user: TestUser) =>
  (await server.call<{ count: number }>('GET', '/cart/count', undefined, user)).body.data.count
const setCount = (user: TestUser, line: string, count: unknown) =>
  server.call<Line[]>('PUT', `/cart/${line}`, { count }, user)
const remove = (user: TestUser, line: string) => server.call<Line[]>('DELETE', `/cart/${line}`, undefined, user)

describe('adding an item', () => {
  it('adds one by default and adds to an existing line', async () => {
    const item = await buildItem(server, { price: 1299 })
    const first = await add(ada, item.id)
    expect(first.body).toMatchObject({ message: 'Item added to cart successfully!', data: [{ count: 1 }] })
    const second = await add(ada, item.id, 3)
    expect(second.body.data).toMatchObject([{ count: 4, priceWhenAdded: 12.99, item: { _id: item.id, price: 12.99 } }])
    expect(second.body.data[0]!._id).toBe(first.body.data[0]!._id)
    expect(await cartOf(ada)).toEqual(second.body.data)
    expect(await cartOf(sam)).toEqual([])
  })

  it.each([0, -1, 10_000, 1.5, '2', null, 1e21])('rejects a count of %j', async (count) => {
    const item = await buildItem(server)
    const { status, body } = await add(ada, item.id, count)
    expect([status, body.message]).toEqual([400, 'count must be a whole number from 1 to 9,999'])
    expect(await cartOf(ada)).toEqual([])
  })

  describe('to a cart of 100 lines', () => {
    const full = [422, 'cart_full', 'Your cart can have at most 100 different items.']
    const refusalOf = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.error, body.message]
    let itemIds: string[]
    /** Fills the cart without a hundred requests. */
    async function fill(user: TestUser, count: number, archivedAt: Date | null = null) {
      const { id: categoryId } = await buildCategory(server)
      const built = await Promise.all(
        Array.from({ length: count }, () => buildItem(server, { categoryId, archivedAt })),
      )
      await server.app.db.insert(cartLines).values(
        built.map(({ id }, i) => ({
          userId: user.id,
          itemId: id,
          count: 1,
          priceWhenAdded: 1000,
          createdAt: new Date(Date.now() - 1000 + i),
        })),
      )
      return built.map(({ id }) => id)
    }
    beforeEach(async () => {
      itemIds = await fill(ada, 99)
    })

    it('is refused, and leaves the cart and its stream unchanged', async () => {
      expect((await add(ada, (await buildItem(server)).id)).body.data).toHaveLength(100)
      const before = await cartOf(ada)
      const connection = await server.connect({ token: ada.token })
      expect(refusalOf(await add(ada, (await buildItem(server)).id))).toEqual(full)
      expect(await cartOf(ada)).toEqual(before)
      expect((await add(ada, itemIds[0]!, 2)).body.data[0]).toMatchObject({ count: 3 })
      await waitFor(() => connection.events().length > 0)
      expect(connection.eventSummaries()).toEqual(['cart.changed'])
    })

    it('is possible once a line is removed, and for another customer', async () => {
      const last = (await add(ada, (await buildItem(server)).id)).body.data
      const item = await buildItem(server)
      expect((await add(sam, item.id)).status).toBe(200)
      expect((await add(ada, item.id)).status).toBe(422)
      await remove(ada, last[0]!._id)
      expect((await add(ada, item.id)).body.data).toHaveLength(100)
    })

    it('of which one of twenty that race succeeds', async () => {
      const others = await Promise.all(Array.from({ length: 20 }, () => buildItem(server)))
      const responses = await Promise.all(others.map(({ id }) => add(ada, id)))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(responses.filter(({ status }) => status === 422)).toHaveLength(19)
      expect(await cartOf(ada)).toHaveLength(100)
    })

    it('replaces lines of archived items', async () => {
      await fill(ada, 1, new Date())
      expect(await cartOf(ada)).toHaveLength(99)
      expect((await add(ada, (await buildItem(server)).id)).body.data).toHaveLength(100)
      expect(await server.app.db.$count(cartLines, eq(cartLines.userId, ada.id))).toBe(100)
    })

    it('that had more before there was a limit: the first 100 are shown and ordered, then the rest', async () => {
      await fill(ada, 21)
      expect(await cartOf(ada)).toHaveLength(100)
      const item = await buildItem(server)
      expect(refusalOf(await add(ada, item.id))).toEqual(full)
      const connection = await server.connect({ token: ada.token })
      const checkout = () =>
        server.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank' }, { token: ada.token })
      expect((await checkout()).body.data.items).toHaveLength(100)
      const rest = await cartOf(ada)
      expect(rest).toHaveLength(20)
      const event = await waitFor(() => connection.events().find(({ type }) => type === 'cart.changed'))
      expect(event.data).toEqual({ lines: rest, count: 20, unavailable: [] })
      expect((await checkout()).body.data.items).toHaveLength(20)
      expect(await cartOf(ada)).toEqual([])
    })
  })

  it('returns 422 above 9,999 of one item and leaves the cart unchanged', async () => {
    const item = await buildItem(server)
    expect((await add(ada, item.id, 9998)).status).toBe(200)
    const { status, body } = await add(ada, item.id, 2)
    expect([status, body.error]).toEqual([422, 'too_many_of_one'])
    expect(body.message).toBe('You can order at most 9,999 of one item.')
    expect(await countOf(ada)).toBe(9998)
    expect((await add(ada, item.id, 1)).status).toBe(200)
  })

  it('returns 404 for an unknown or archived item', async () => {
    const archived = await buildItem(server, { archivedAt: new Date() })
    for (const id of ['nothing', archived.id]) {
      const { status, body } = await add(ada, id)
      expect([status, body.message]).toEqual([404, 'Item not found'])
    }
  })

  it('rejects a price from the client', async () => {
    const item = await buildItem(server)
    const { status, body } = await server.call('POST', '/cart', { item: item.id, price: 0.01 }, ada)
    expect([status, body.message]).toEqual([400, 'Unknown field: price.'])
  })

  it('sums twenty concurrent requests, but counts those with one idempotency key once', async () => {
    const [item, other] = [await buildItem(server), await buildItem(server)]
    await Promise.all(Array.from({ length: 20 }, () => add(ada, item.id)))
    await Promise.all(Array.from({ length: 20 }, () => add(sam, other.id, 1, 'once')))
    expect(await cartOf(ada)).toMatchObject([{ count: 20 }])
    expect(await cartOf(sam)).toMatchObject([{ count: 1 }])
  })
})

describe('a cart line', () => {
  it('accepts a count from 1 to 9,999', async () => {
    const item = await buildItem(server)
    const [line] = (await add(ada, item.id)).body.data
    expect((await setCount(ada, line!._id, 9999)).body.data).toMatchObject([{ count: 9999 }])
    for (const count of [0, -1, 10_000, 2.5, '3', null])
      expect((await setCount(ada, line!._id, count)).status).toBe(400)
    expect(await countOf(ada)).toBe(9999)
  })

  it('returns 404 for another user’s line', async () => {
    const item = await buildItem(server)
    const [line] = (await add(ada, item.id, 2)).body.data
    for (const response of [
      await setCount(sam, line!._id, 5),
      await remove(sam, line!._id),
      await remove(sam, 'nothing'),
    ]) {
      expect([response.status, response.body.message]).toEqual([404, 'This item is no longer in your cart.'])
    }
    expect(await cartOf(ada)).toMatchObject([{ count: 2 }])
  })

  it('can’t be changed or removed once it is removed', async () => {
    const item = await buildItem(server)
    const [line] = (await add(ada, item.id)).body.data
    expect((await remove(ada, line!._id)).body).toMatchObject({ message: 'Item removed from cart', data: [] })
    expect((await remove(ada, line!._id)).status).toBe(404)
    expect((await setCount(ada, line!._id, 2)).status).toBe(404)
  })

  it('shows the current price and the price when added, and doesn’t count archived items', async () => {
    const [item, other] = [await buildItem(server, { price: 1000 }), await buildItem(server)]
    await add(ada, item.id)
    await add(ada, other.id, 5)
    await changeItem(server, item.id, { price: 1200 })
    expect((await cartOf(ada))[0]).toMatchObject({ priceWhenAdded: 10, item: { price: 12 } })
    await changeItem(server, other.id, { archivedAt: new Date() })
    expect(await cartOf(ada)).toHaveLength(1)
    expect(await countOf(ada)).toBe(1)
    await changeItem(server, other.id, { archivedAt: null })
    expect(await countOf(ada)).toBe(6)
  })
})

describe('a line whose item is archived', () => {
  type CartBody = { data: Line[]; unavailable: Line[] }
  const cartBodyOf = async (user: TestUser) =>
    (await server.call<Line[]>('GET', '/cart', undefined, user)).body as unknown as CartBody
  const archive = (id: string, fields = {}) => changeItem(server, id, { archivedAt: new Date(), ...fields })

  it('is in `unavailable` of every answer and event, and is neither counted nor ordered', async () => {
    const [kept, gone] = [await buildItem(server, { price: 1000 }), await buildItem(server, { name: 'Netflix' })]
    await add(ada, gone.id, 5)
    const [line, keptLine] = (await add(ada, kept.id)).body.data
    await archive(gone.id)
    const unavailable = [{ ...line!, item: { ...line!.item, name: 'Netflix' } }]
    expect(await cartBodyOf(ada)).toMatchObject({ data: [keptLine], unavailable })
    expect((await cartBodyOf(sam)).unavailable).toEqual([])
    expect(await countOf(ada)).toBe(1)
    const device = await server.connect({ token: ada.token })
    const lines = [{ item: kept.id, count: 1 }]
    const answers = [
      await add(ada, kept.id),
      await setCount(ada, keptLine!._id, 7),
      await server.call('POST', '/cart/merge', { lines }, { token: ada.token, key: 'merge' }),
    ]
    for (const { body } of answers) expect(body).toMatchObject({ data: [{ _id: keptLine!._id }], unavailable })
    await expect.poll(() => device.events().map(({ data }) => data.count)).toEqual([2, 7, 8])
    for (const { data } of device.events()) expect(data.unavailable).toEqual(unavailable)
    const order = await server.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank', subtotal: 80 }, ada)
    expect(order.body.data.items).toMatchObject([{ item: kept.id, quantity: 8 }])
    expect(await cartBodyOf(ada)).toMatchObject({ data: [], unavailable: [] })
  })

  it('can be changed and removed, and is back when the item is on sale again', async () => {
    const item = await buildItem(server)
    const [line] = (await add(ada, item.id, 2)).body.data
    await archive(item.id)
    expect((await setCount(ada, line!._id, 3)).body).toMatchObject({ data: [], unavailable: [{ count: 3 }] })
    expect((await remove(sam, line!._id)).status).toBe(404)
    await changeItem(server, item.id, { archivedAt: null })
    expect(await cartBodyOf(ada)).toMatchObject({ data: [{ _id: line!._id, count: 3 }], unavailable: [] })
    await archive(item.id)
    expect((await remove(ada, line!._id)).body).toMatchObject({ data: [], unavailable: [] })
    await changeItem(server, item.id, { archivedAt: null })
    expect(await cartOf(ada)).toEqual([])
  })

  it('is not shown while the item is a draft', async () => {
    const item = await buildItem(server)
    const [line] = (await add(ada, item.id)).body.data
    await archive(item.id, { draft: true })
    expect(await cartBodyOf(ada)).toMatchObject({ data: [], unavailable: [] })
    expect((await setCount(ada, line!._id, 2)).body).toMatchObject({ data: [], unavailable: [] })
    const checkout = await server.call('POST', '/checkout', { paymentMethod: 'bank', subtotal: 10 }, ada)
    expect([checkout.status, checkout.body.error]).toEqual([422, 'empty_cart'])
    await archive(item.id, { draft: false })
    expect(await cartBodyOf(ada)).toMatchObject({ data: [], unavailable: [{ _id: line!._id }] })
  })

  it('takes the room that the others leave', async () => {
    const { id: categoryId } = await buildCategory(server)
    const built = await Promise.all(
      Array.from({ length: 105 }, (_, i) =>
        buildItem(server, { categoryId, archivedAt: i < 95 ? null : new Date(Date.now()) }),
      ),
    )
    await server.app.db
      .insert(cartLines)
      .values(built.map(({ id }) => ({ userId: ada.id, itemId: id, count: 1, priceWhenAdded: 1000 })))
    const { data, unavailable } = await cartBodyOf(ada)
    expect([data.length, unavailable.length]).toEqual([95, 5])
  })
})

it('returns the sum of the counts for the badge', async () => {
  expect(await countOf(ada)).toBe(0)
  const counts = [3, 9999, 1]
  for (const count of counts) await add(ada, (await buildItem(server)).id, count)
  expect(await countOf(ada)).toBe(10_003)
  const rows = await server.app.db.select().from(cartLines).where(eq(cartLines.userId, ada.id))
  expect(new Set(rows.map(({ count }) => count))).toEqual(new Set(counts))
})

it('publishes every change to all of the user’s devices, but not to another user', async () => {
  const [phone, laptop, stranger] = [
    await server.connect(auth(ada)),
    await server.connect(auth(ada)),
    await server.connect(auth(sam)),
  ]
  const item = await buildItem(server)
  const [line] = (await add(ada, item.id)).body.data
  const changed = await setCount(ada, line!._id, 4)
  await setCount(ada, line!._id, 0)
  await remove(ada, line!._id)
  await expect.poll(() => phone.events().length).toBe(3)
  expect(phone.eventSummaries()).toEqual(['cart.changed', 'cart.changed', 'cart.changed'])
  expect(phone.events().map(({ data }) => data.count)).toEqual([1, 4, 0])
  expect(phone.events()[1]!.data).toEqual({ lines: changed.body.data, count: 4, unavailable: [] })
  await expect.poll(() => laptop.events()).toEqual(phone.events())
  expect(stranger.events()).toEqual([])
})

it('requires a login', async () => {
  const item = await buildItem(server)
  const responses = [
    await server.call('GET', '/cart'),
    await server.call('GET', '/cart/count'),
    await server.call('POST', '/cart', { item: item.id }),
    await server.call('PUT', '/cart/x', { count: 1 }),
    await server.call('DELETE', '/cart/x'),
  ]
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
})

function auth({ token }: TestUser) {
  return { token }
}
