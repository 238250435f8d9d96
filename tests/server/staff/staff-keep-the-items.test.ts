import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { audit, cartLines, items, reviews } from '../../../drizzle/schema.ts'
import { hashOf } from '../../../server/activity/audit.ts'
import { openTestStore, type TestStore, until, type Wire } from '../../app.ts'
import {
  buildCategory,
  buildCoupon,
  buildItem,
  buildOrder,
  buildStaff,
  buildUser,
  fillCart,
  type Somebody,
} from '../../build.ts'
import { actions, type WireItem, written, writtenItem } from './catalogue.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
beforeEach(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterEach(() => store.close())

const call = <T = WireItem>(method: string, path: string, body?: unknown, by: Somebody = mira) =>
  store.call<T>(method, path, body, { token: by.token })
const create = async (given: Record<string, unknown> = {}) =>
  (await call('POST', '/admin/items', await writtenItem(store, given))).body.data
const rowOf = async (id: string) => (await store.store.db.select().from(items).where(eq(items.id, id)))[0]

describe('a new item', () => {
  test('is on sale at once, and everybody sees it come', async () => {
    const [visitor, colleague] = [await store.follow(), await store.follow({ token: mira.token })]
    const sent = await writtenItem(store, { name: '  Cloud storage ', originalPrice: 20, price: 12.99 })
    const { status, body } = await call('POST', '/admin/items', sent)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      name: 'Cloud storage',
      price: 12.99,
      originalPrice: 20,
      discount: 35,
      duration: 12,
      features: ['2 TB', 'Two people'],
      category: { _id: sent.category },
      averageRating: 0,
      archivedAt: null,
      orderCount: 0,
    })
    const shown = await store.call<Wire['item'][]>('GET', '/items?q=cloud everything')
    expect(shown.body.data.map((item) => item._id)).toEqual([body.data._id])
    await until(() => visitor.events().length === 2 && colleague.heard().includes('staff.category.changed'))
    expect(visitor.heard()).toEqual(['item.changed', 'category.changed'])
    expect(visitor.events()[0]!.data.arrived).toBe(true)
    expect(visitor.events()[0]!.data.item).not.toHaveProperty('description')
    expect(visitor.events()[0]!.data.item).not.toHaveProperty('archivedAt')
    expect(visitor.events()[1]!.data).toMatchObject({ category: { _id: sent.category, itemCount: 1 } })
    expect(colleague.heard()).toContain('staff.item.changed')
    expect(await actions(store)).toEqual(['item.create'])
  })

  test('is sorted and searched by its name whatever its case', async () => {
    await create({ name: 'banana' })
    await create({ name: 'Apple' })
    const { body } = await store.call<Wire['item'][]>('GET', '/items?sortBy=name')
    expect(body.data.map((item) => item.name)).toEqual(['Apple', 'banana'])
    expect((await store.call<Wire['item'][]>('GET', '/items?q=BANANA')).body.totalCount).toBe(1)
  })

  test('is made once, however often it is sent under one key', async () => {
    const sent = await writtenItem(store)
    const ids = []
    for (let i = 0; i < 3; i += 1) {
      const { body } = await store.call<WireItem>('POST', '/admin/items', sent, { token: mira.token, key: 'once' })
      ids.push(body.data._id)
    }
    expect(new Set(ids).size).toBe(1)
    expect((await call<WireItem[]>('GET', '/admin/items')).body.totalCount).toBe(1)
  })

  test.each([
    ['no name', { name: '   ' }, 400, 'Name is required'],
    ['a name without end', { name: 'x'.repeat(121) }, 400, 'Name takes at most 120 characters'],
    ['no price', { price: 0 }, 400, 'The price must be above 0'],
    ['half a cent', { price: 1.005 }, 400, 'price must be an amount in dollars, 0 or more, with at most 2 decimals.'],
    ['a mistyped price', { price: 100_000.01 }, 400, 'The price takes at most $100,000'],
    ['an old price that is not above', { price: 5, originalPrice: 5 }, 422, 'The old price must be above the price.'],
    ['no month', { duration: 0 }, 400, 'Duration must be a whole number from 1 to 120'],
    ['half a month', { duration: 1.5 }, 400, 'Duration must be a whole number from 1 to 120'],
    ['an empty feature', { features: ['x', ' '] }, 400, 'A feature is required'],
    ['features without end', { features: Array(21).fill('x') }, 400, 'An item takes at most 20 features'],
    ['a picture of elsewhere', { logoLink: 'https://evil.example/x.png' }, 400, 'Logo is required'],
    ['a picture of another folder', { bannerLink: '/media/../secret' }, 400, 'Banner is required'],
    ['a picture that was never sent', { logoLink: '/media/none.webp' }, 422, 'Please upload the picture again.'],
    ['an unknown category', { category: 'none' }, 422, 'This category is not there any more.'],
    ['stars of its own', { averageRating: 5 }, 400, 'Unknown field: averageRating.'],
  ])('with %s is refused', async (_, given, status, message) => {
    const answer = await call('POST', '/admin/items', { ...(await writtenItem(store)), ...given })
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message })
    expect(await store.store.db.select().from(items)).toEqual([])
    expect(await actions(store)).toEqual([])
  })

  test.each([
    ['<script>alert(1)</script><p>Good</p>', '<p>Good</p>'],
    ['<p onclick="alert(1)" style="color:red" class="x">Good</p>', '<p>Good</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg onload=alert(1)><g/></svg>', ''],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a rel="nofollow noopener">x</a>'],
    [
      '<a href="https://kade.example" target="_blank">x</a>',
      '<a href="https://kade.example" rel="nofollow noopener">x</a>',
    ],
    ['<iframe src="https://evil.example"></iframe><h3>Head</h3>', '<h3>Head</h3>'],
    [
      '<h1>Head</h1><ul><li><strong>a</strong> <em>b</em></li></ul>',
      'Head<ul><li><strong>a</strong> <em>b</em></li></ul>',
    ],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
    ['<form action="https://evil.example"><input><button>Go</button></form>', 'Go'],
  ])('keeps of %s only what a description may have', async (description, clean) => {
    const item = await create({ description })
    expect(item.description).toBe(clean)
    expect((await rowOf(item._id))!.description).toBe(clean)
  })
})

describe('a change', () => {
  test('is seen by everybody at once, and noted with what it was and is', async () => {
    const item = await create()
    const visitor = await store.follow()
    expect((await store.call<WireItem>('GET', `/items/${item._id}`)).body.data.price).toBe(12.99)
    const { body } = await call('PUT', `/admin/items/${item._id}`, written(item, { price: 9.5, name: 'Cloud room' }))
    expect(body.data).toMatchObject({ price: 9.5, name: 'Cloud room', createdAt: item.createdAt })
    expect(body.data.updatedAt > item.updatedAt).toBe(true)
    await until(() => visitor.events().length > 0)
    expect(visitor.events()[0]).toMatchObject({ type: 'item.changed', data: { item: { _id: item._id, price: 9.5 } } })
    expect((await store.call<WireItem>('GET', `/items/${item._id}`)).body.data.price, 'no old answer').toBe(9.5)
    const [, noted] = await store.store.db.select().from(audit).orderBy(audit.seq)
    expect(noted).toMatchObject({
      action: 'item.change',
      actorId: mira.id,
      subjectId: item._id,
      before: { name: 'Cloud storage', price: 1299 },
      after: { name: 'Cloud room', price: 950 },
    })
  })

  test('of what a colleague has changed meanwhile is refused, with the item as it is', async () => {
    const item = await create()
    await call('PUT', `/admin/items/${item._id}`, written(item, { price: 10 }))
    const late = await call('PUT', `/admin/items/${item._id}`, written(item, { price: 11 }))
    expect(late).toMatchObject({
      status: 409,
      body: {
        error: 'item_changed',
        message: 'Somebody else changed this item. Nothing was saved.',
        data: { price: 10, description: '<p>Good</p>' },
      },
    })
    const again = await call('PUT', `/admin/items/${item._id}`, written(late.body.data, { price: 11 }))
    expect(again.body.data.price).toBe(11)
  })

  test('by twenty at once is made by one', async () => {
    const item = await create()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => call('PUT', `/admin/items/${item._id}`, written(item, { price: n + 1 }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  test('from one category to another is counted in both', async () => {
    const item = await create()
    const other = await buildCategory(store, 'Other')
    const visitor = await store.follow()
    await call('PUT', `/admin/items/${item._id}`, written(item, { category: other.id }))
    await until(() => visitor.events().length === 3)
    const counts = visitor.events().flatMap(({ data }) => (data.category ? [data.category] : []))
    expect(counts).toContainEqual(expect.objectContaining({ _id: other.id, itemCount: 1 }))
    expect(counts).toContainEqual(expect.objectContaining({ _id: item.category._id, itemCount: 0 }))
  })

  test('leaves orders and reviews as they are', async () => {
    const order = await buildOrder(store, ada, { name: 'Before', price: 700 })
    const id = order.items[0]!.item
    await store.store.db.update(items).set({ starsSum: 4, reviewCount: 1, rating: 400 }).where(eq(items.id, id))
    const read = (await call('GET', `/admin/items/${id}`)).body.data
    const pictures = await writtenItem(store)
    const { logoLink, bannerLink, accountType, shortDescription } = pictures
    const sent = written(read, { name: 'After', price: 8, logoLink, bannerLink, accountType, shortDescription })
    const { body } = await call('PUT', `/admin/items/${id}`, sent)
    expect(body.data).toMatchObject({ name: 'After', averageRating: 4, reviewCount: 1, orderCount: 1 })
    const kept = await call<Wire['order']>('GET', `/checkout/${order._id}`, undefined, ada)
    expect(kept.body.data.items[0]).toMatchObject({ name: 'Before', price: 7 })
  })
})

describe('taking an item off the shelf', () => {
  test('deletes one that nobody ever wanted', async () => {
    const item = await create()
    const [visitor, colleague] = [await store.follow(), await store.follow({ token: mira.token })]
    const { body } = await call('DELETE', `/admin/items/${item._id}`)
    expect(body).toMatchObject({ data: null, message: 'Item deleted' })
    expect(await rowOf(item._id)).toBeUndefined()
    await until(() => visitor.events().length === 2 && colleague.heard().includes('staff.category.changed'))
    expect(visitor.events()[0]).toMatchObject({ type: 'item.removed', data: { _id: item._id } })
    expect(visitor.events()[1]).toMatchObject({ type: 'category.changed', data: { category: { itemCount: 0 } } })
    expect(colleague.heard()).toContain('staff.item.removed')
    expect(await actions(store)).toEqual(['item.create', 'item.delete'])
  })

  test.each([
    ['ordered', async () => (await buildOrder(store, ada)).items[0]!.item],
    ['in a cart', async () => (await fillCart(store, ada)).id],
    [
      'reviewed',
      async () => {
        const { id } = await buildItem(store)
        await store.store.db.insert(reviews).values({ itemId: id, userId: ada.id, stars: 5, description: 'Good' })
        return id
      },
    ],
    [
      'given a coupon',
      async () => {
        const { id } = await buildItem(store)
        await buildCoupon(store, { itemId: id })
        return id
      },
    ],
  ])('archives one that was ever %s', async (_, build) => {
    const id = await build()
    const visitor = await store.follow()
    const { body } = await call('DELETE', `/admin/items/${id}`)
    expect(body).toMatchObject({ message: 'Item archived', data: { _id: id } })
    expect(body.data.archivedAt).not.toBeNull()
    await until(() => visitor.heard().includes('item.removed'))
    expect((await store.call('GET', `/items/${id}`)).status).toBe(404)
    expect((await store.call('GET', '/items')).body.totalCount).toBe(0)
    expect((await call('GET', `/admin/items/${id}`)).body.data.archivedAt).toBe(body.data.archivedAt)
    expect((await call('DELETE', `/admin/items/${id}`)).body.error).toBe('item_archived')
  })

  test('takes it out of carts, and back on the shelf it is there again', async () => {
    const { id } = await fillCart(store, ada)
    const cart = async () => (await call<Wire['line'][]>('GET', '/cart', undefined, ada)).body.data.length
    await call('DELETE', `/admin/items/${id}`)
    expect(await cart()).toBe(0)
    expect((await call('POST', '/checkout', { paymentMethod: 'bank' }, ada)).body.error).toBe('empty_cart')
    expect((await call('POST', '/cart', { item: id, count: 1 }, ada)).status).toBe(404)
    const visitor = await store.follow()
    expect((await call('POST', `/admin/items/${id}/restore`)).body.data.archivedAt).toBeNull()
    expect(await cart()).toBe(1)
    expect(await store.store.db.select().from(cartLines)).toHaveLength(1)
    await until(() => visitor.heard().includes('item.changed'))
    expect((await call('POST', `/admin/items/${id}/restore`)).body.error).toBe('item_on_sale')
    expect(await actions(store)).toEqual(['item.archive', 'item.restore'])
  })
})

describe('the list for staff', () => {
  test('is of what is on sale, of what is not, or of both; newest first, page by page', async () => {
    const category = (await buildCategory(store, 'Shelf')).id
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n)
    for (let n = 0; n < 5; n += 1) {
      await buildItem(store, {
        name: `Item ${n}`,
        categoryId: category,
        createdAt: at(n),
        ...(n < 2 && { archivedAt: at(9) }),
      })
    }
    await buildItem(store, { name: 'Elsewhere' })
    const names = async (query: string) => {
      const { body } = await call<WireItem[]>('GET', `/admin/items?category=${category}${query}`)
      return { names: body.data.map((item) => item.name), total: body.totalCount, next: body.nextCursor }
    }
    expect(await names('')).toEqual({ names: ['Item 4', 'Item 3', 'Item 2'], total: 3, next: null })
    expect((await names('&archived=yes')).names).toEqual(['Item 1', 'Item 0'])
    expect((await names('&archived=all&q=item 3')).names).toEqual(['Item 3'])
    const first = await names('&archived=all&limit=3')
    expect(first).toMatchObject({ total: 5, names: ['Item 4', 'Item 3', 'Item 2'] })
    expect(await names(`&archived=all&limit=3&cursor=${first.next}`)).toEqual({
      names: ['Item 1', 'Item 0'],
      total: 5,
      next: null,
    })
    expect((await call('GET', '/admin/items?archived=maybe')).status).toBe(400)
  })
})

test('nobody but staff may do any of it', async () => {
  const item = await create()
  const sent = written(item, { price: 1 })
  for (const [method, path, body] of [
    ['GET', '/admin/items'],
    ['GET', `/admin/items/${item._id}`],
    ['POST', '/admin/items', await writtenItem(store)],
    ['PUT', `/admin/items/${item._id}`, sent],
    ['DELETE', `/admin/items/${item._id}`],
    ['POST', `/admin/items/${item._id}/restore`],
  ] as const) {
    expect((await call(method, path, body, ada)).status).toBe(403)
    expect((await store.call(method, path, body)).status).toBe(401)
  }
  expect((await rowOf(item._id))!.price).toBe(1299)
  const customer = await store.follow({ token: ada.token })
  await call('PUT', `/admin/items/${item._id}`, written(item, { price: 2 }))
  await until(() => customer.heard().includes('item.changed'))
  expect(customer.heard().filter((type) => type.startsWith('staff.'))).toEqual([])
})

test('what was noted holds together', async () => {
  const item = await create({ description: '<p>One</p>', features: ['b', 'a'] })
  await call('PUT', `/admin/items/${item._id}`, written(item, { features: ['a'], originalPrice: 99 }))
  await fillCart(store, ada)
  const [line] = await store.store.db.select().from(cartLines)
  await call('DELETE', `/admin/items/${line!.itemId}`)
  let previous = ''
  for (const row of await store.store.db.select().from(audit).orderBy(audit.seq)) {
    expect(row.hash).toBe(hashOf(row, previous))
    previous = row.hash
  }
  expect(previous).not.toBe('')
})
