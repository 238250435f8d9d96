import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cartLines } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCategory, buildItem, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let [ada, sam] = [] as unknown as [TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await buildUser(server)
  sam = await buildUser(server)
})

type Merged = { data: Wire['line'][]; message: string; notAdded: { item: string; name: string; reason: string }[] }
let keys = 0
async function merge(user: TestUser, lines: unknown, key = `merge-${++keys}`) {
  const { status, body } = await server.call('POST', '/cart/merge', { lines }, { token: user.token, key })
  return { status, body: body as unknown as typeof body & Merged }
}
const countsOf = (lines: Wire['line'][]) => lines.map(({ item, count }) => [item._id, count])
const cartOf = async (user: TestUser) =>
  countsOf((await server.call<Wire['line'][]>('GET', '/cart', undefined, user)).body.data)
/** Fills the cart without a request for each line. */
async function fill(user: TestUser, itemIds: string[]) {
  await server.app.db
    .insert(cartLines)
    .values(itemIds.map((itemId) => ({ userId: user.id, itemId, count: 1, priceWhenAdded: 1000 })))
}
async function buildItems(count: number, fields: { archivedAt?: Date } = {}) {
  const { id: categoryId } = await buildCategory(server)
  const items = await Promise.all(Array.from({ length: count }, () => buildItem(server, { categoryId, ...fields })))
  return items.map(({ id }) => id)
}

it('adds the lines in their order on top of the cart, at current prices, and publishes the cart once', async () => {
  const [kept, first, second] = [await buildItem(server), await buildItem(server), await buildItem(server)]
  await server.call('POST', '/cart', { item: kept.id, count: 2 }, { token: ada.token })
  const [device, stranger] = [await server.connect({ token: ada.token }), await server.connect({ token: sam.token })]
  const { status, body } = await merge(ada, [
    { item: first.id, count: 1 },
    { item: second.id, count: 4 },
    { item: kept.id, count: 3 },
  ])
  expect(status).toBe(200)
  expect(countsOf(body.data)).toEqual([
    [kept.id, 5],
    [first.id, 1],
    [second.id, 4],
  ])
  expect(body).toMatchObject({ message: 'The items from this device are in your cart.', notAdded: [] })
  expect(body.data[1]).toMatchObject({ priceWhenAdded: 10, item: { price: 10 } })
  expect(await cartOf(ada)).toEqual(countsOf(body.data))
  await expect.poll(() => device.eventSummaries()).toEqual(['cart.changed'])
  expect(device.events()[0]!.data).toEqual({ lines: body.data, unavailable: [], count: 10 })
  expect(await cartOf(sam)).toEqual([])
  expect(stranger.eventSummaries()).toEqual([])
})

describe('sent again', () => {
  it('adds nothing with the same key, also from two tabs at once; the key of another user is independent', async () => {
    const item = await buildItem(server)
    const lines = [{ item: item.id, count: 2 }]
    const answers = await Promise.all([1, 2, 3, 4].map(() => merge(ada, lines, 'device')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { body } of answers) expect(countsOf(body.data)).toEqual([[item.id, 2]])
    expect(await cartOf(ada)).toEqual([[item.id, 2]])
    await merge(sam, lines, 'device')
    expect(await cartOf(sam)).toEqual([[item.id, 2]])
  })

  it('with other lines is a 422, and changes nothing', async () => {
    const [item, other] = [await buildItem(server), await buildItem(server)]
    await merge(ada, [{ item: item.id, count: 2 }], 'device')
    expect((await merge(ada, [{ item: other.id, count: 2 }], 'device')).status).toBe(422)
    expect(await cartOf(ada)).toEqual([[item.id, 2]])
  })

  it('without a key is refused', async () => {
    const item = await buildItem(server)
    const lines = [{ item: item.id, count: 2 }]
    const { status, body } = await server.call('POST', '/cart/merge', { lines }, { token: ada.token })
    expect([status, body.message]).toEqual([400, 'Please send an Idempotency-Key.'])
    expect(await cartOf(ada)).toEqual([])
  })
})

describe('leaves out', () => {
  it('items that are not for sale, by name, and adds the others', async () => {
    const [item, archived] = [
      await buildItem(server),
      await buildItem(server, { name: 'Old plan', archivedAt: new Date() }),
    ]
    const { body } = await merge(ada, [
      { item: archived.id, count: 1 },
      { item: item.id, count: 1 },
      { item: 'never-was', count: 1 },
    ])
    expect(countsOf(body.data)).toEqual([[item.id, 1]])
    expect(body.message).toBe('No longer available: Old plan and an item.')
    expect(body.notAdded).toEqual([
      { item: archived.id, name: 'Old plan', reason: 'unavailable' },
      { item: 'never-was', name: null, reason: 'unavailable' },
    ])
  })

  it('what is beyond 100 different items; those in the cart already get their count', async () => {
    const ids = await buildItems(98)
    await fill(ada, ids)
    const [first, second, third] = (await buildItems(3)) as [string, string, string]
    const lines = [first, ids[0]!, second, third].map((item) => ({ item, count: 2 }))
    const { status, body } = await merge(ada, lines)
    expect([status, body.data.length]).toEqual([200, 100])
    expect(body.notAdded).toMatchObject([{ item: third, reason: 'cart_full' }])
    expect(body.message).toMatch(/^Your cart can have at most 100 different items, so we left out Item \d+\.$/)
    expect(await cartOf(ada)).toContainEqual([ids[0], 3])
    expect(await cartOf(ada)).not.toContainEqual([third, 2])
  })

  it('nothing, if lines of archived items can make room', async () => {
    await fill(ada, [...(await buildItems(98)), ...(await buildItems(2, { archivedAt: new Date() }))])
    const lines = (await buildItems(2)).map((item) => ({ item, count: 1 }))
    expect((await merge(ada, lines)).body).toMatchObject({ notAdded: [] })
    expect(await cartOf(ada)).toHaveLength(100)
  })

  it('what is beyond 9,999 of one item', async () => {
    const item = await buildItem(server)
    await server.call('POST', '/cart', { item: item.id, count: 9000 }, { token: ada.token })
    await merge(ada, [{ item: item.id, count: 5000 }])
    expect(await cartOf(ada)).toEqual([[item.id, 9999]])
    await merge(
      sam,
      [1, 2].map(() => ({ item: item.id, count: 6000 })),
    )
    expect(await cartOf(sam)).toEqual([[item.id, 9999]])
  })
})

it('changes and publishes nothing when nothing can be added', async () => {
  const device = await server.connect({ token: ada.token })
  expect((await merge(ada, [])).body).toMatchObject({ data: [], notAdded: [] })
  expect((await merge(ada, [{ item: 'gone', count: 1 }])).body.data).toEqual([])
  await server.call('POST', '/auth/dark-mode', { darkMode: true }, { token: ada.token })
  await expect.poll(() => device.eventSummaries()).toEqual(['user.changed'])
})

it.each([
  [{}, 'lines is missing.'],
  [{ lines: [{ item: 'x', count: 0 }] }, 'count must be a whole number from 1 to 9,999'],
  [{ lines: [{ item: 'x', count: 1, price: 1 }] }, 'Unknown field: price.'],
  [
    { lines: Array.from({ length: 101 }, () => ({ item: 'x', count: 1 })) },
    'A cart can have at most 100 different items.',
  ],
])('rejects %.60j', async (body, message) => {
  const { status, body: answer } = await server.call('POST', '/cart/merge', body, { token: ada.token, key: 'x' })
  expect(status).toBe(400)
  if (!message.includes('missing')) expect(answer.message).toBe(message)
})

describe('the items of a visitor’s cart', () => {
  const read = (ids: string) => server.call<Wire['line']['item'][]>('GET', `/cart/items?ids=${ids}`)

  it('have their current names and prices; those not for sale are left out', async () => {
    const item = await buildItem(server, { price: 1299 })
    const archived = await buildItem(server, { archivedAt: new Date() })
    const { status, headers, body } = await read(`${item.id},${archived.id},gone`)
    expect([status, headers.get('x-stream-position')]).toEqual([200, expect.stringMatching(/^[\w-]+;catalogue=\d+$/)])
    expect(body.data).toEqual([
      {
        _id: item.id,
        name: item.name,
        price: 12.99,
        duration: 1,
        logoLink: item.logoLink,
        category: item.categoryId,
      },
    ])
  })

  it('are at most 100', async () => {
    expect((await read(Array.from({ length: 100 }, () => 'x').join(','))).status).toBe(200)
    const { status, body } = await read(Array.from({ length: 101 }, () => 'x').join(','))
    expect([status, body.message]).toEqual([400, 'A cart can have at most 100 different items.'])
  })
})
