import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { audit, cartLines, items, reviews } from '../../../drizzle/schema.ts'
import { hashRow } from '../../../server/audit/record-action.ts'
import { startTestServer, type TestServer, waitFor, type Wire } from '../../app.ts'
import {
  buildCategory,
  buildCoupon,
  buildItem,
  buildOrder,
  buildStaff,
  buildUser,
  fillCart,
  type TestUser,
} from '../../build.ts'
import { listActions, type WireItem, changedItem, itemInput } from './staff-catalogue.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeEach(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterEach(() => server.close())

const call = <T = WireItem>(method: string, path: string, body?: unknown, user: TestUser = mira) =>
  server.call<T>(method, path, body, { token: user.token })
const create = async (fields: Record<string, unknown> = {}) =>
  (await call('POST', '/admin/items', await itemInput(server, fields))).body.data
const rowOf = async (id: string) => (await server.app.db.select().from(items).where(eq(items.id, id)))[0]

describe('creating an item', () => {
  it('puts it on sale and publishes it to everyone', async () => {
    const [visitor, colleague] = [await server.connect(), await server.connect({ token: mira.token })]
    const input = await itemInput(server, { name: '  Cloud storage ', originalPrice: 20, price: 12.99 })
    const { status, body } = await call('POST', '/admin/items', input)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      name: 'Cloud storage',
      price: 12.99,
      originalPrice: 20,
      discount: 35,
      duration: 12,
      features: ['2 TB', 'Two people'],
      category: { _id: input.category },
      averageRating: 0,
      archivedAt: null,
      orderCount: 0,
      version: 1,
    })
    const found = await server.call<Wire['item'][]>('GET', '/items?q=cloud everything')
    expect(found.body.data.map((item) => item._id)).toEqual([body.data._id])
    await waitFor(() => visitor.events().length === 2 && colleague.eventSummaries().includes('staff.category.changed'))
    expect(visitor.eventSummaries()).toEqual(['item.changed', 'category.changed'])
    expect(visitor.events()[0]!.data.arrived).toBe(true)
    expect(visitor.events()[0]!.data.item).not.toHaveProperty('description')
    expect(visitor.events()[0]!.data.item).not.toHaveProperty('archivedAt')
    expect(visitor.events()[0]!.data.item).not.toHaveProperty('version')
    expect(visitor.events()[1]!.data).toMatchObject({ category: { _id: input.category, itemCount: 1 } })
    expect(colleague.eventSummaries()).toContain('staff.item.changed')
    expect(await listActions(server)).toEqual(['item.create'])
  })

  it('is sorted and searched case-insensitively', async () => {
    await create({ name: 'banana' })
    await create({ name: 'Apple' })
    const { body } = await server.call<Wire['item'][]>('GET', '/items?sortBy=name')
    expect(body.data.map((item) => item.name)).toEqual(['Apple', 'banana'])
    expect((await server.call<Wire['item'][]>('GET', '/items?q=BANANA')).body.totalCount).toBe(1)
  })

  it('creates one item for repeated requests with the same key', async () => {
    const input = await itemInput(server)
    const ids = []
    for (let i = 0; i < 3; i += 1) {
      const { body } = await server.call<WireItem>('POST', '/admin/items', input, { token: mira.token, key: 'once' })
      ids.push(body.data._id)
    }
    expect(new Set(ids).size).toBe(1)
    expect((await call<WireItem[]>('GET', '/admin/items')).body.totalCount).toBe(1)
  })

  it.each([
    ['an empty name', { name: '   ' }, 400, 'Name is required'],
    ['a name that is too long', { name: 'x'.repeat(121) }, 400, 'Name can be at most 120 characters'],
    ['a price of 0', { price: 0 }, 400, 'The price must be more than $0'],
    [
      'a fraction of a cent',
      { price: 1.005 },
      400,
      'price must be an amount in dollars, 0 or more, with at most 2 decimals.',
    ],
    ['a mistyped price', { price: 100_000.01 }, 400, 'The price can be at most $100,000'],
    [
      'an original price that isn’t above the price',
      { price: 5, originalPrice: 5 },
      422,
      'The old price must be above the price.',
    ],
    ['a duration of 0', { duration: 0 }, 400, 'Duration must be a whole number from 1 to 120'],
    ['a fraction of a month', { duration: 1.5 }, 400, 'Duration must be a whole number from 1 to 120'],
    ['an empty feature', { features: ['x', ' '] }, 400, 'A feature is required'],
    ['too many features', { features: Array(21).fill('x') }, 400, 'An item can have at most 20 features'],
    ['a picture on another site', { logoLink: 'https://evil.example/x.png' }, 400, 'Logo is required'],
    ['a picture in another folder', { bannerLink: '/media/../secret' }, 400, 'Banner is required'],
    ['a picture that was never uploaded', { logoLink: '/media/none.webp' }, 422, 'Please upload the picture again.'],
    ['an unknown category', { category: 'none' }, 422, 'This category no longer exists.'],
    ['a rating', { averageRating: 5 }, 400, 'Unknown field: averageRating.'],
  ])('rejects %s', async (_, fields, status, message) => {
    const response = await call('POST', '/admin/items', { ...(await itemInput(server)), ...fields })
    expect({ status: response.status, message: response.body.message }).toEqual({ status, message })
    expect(await server.app.db.select().from(items)).toEqual([])
    expect(await listActions(server)).toEqual([])
  })

  it.each([
    ['<script>alert(1)</script><p>Good</p>', '<p>Good</p>'],
    ['<p onclick="alert(1)" style="color:red" class="x">Good</p>', '<p>Good</p>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg onload=alert(1)><g/></svg>', ''],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<a href="data:text/html,x">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<a href="//evil.test">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<a href="/\\evil.test">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<a href="/items">x</a>', '<a href="/items" rel="nofollow noopener">x</a>'],
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
  ])('sanitises the description %s', async (description, sanitised) => {
    const item = await create({ description })
    expect(item.description).toBe(sanitised)
    expect((await rowOf(item._id))!.description).toBe(sanitised)
  })
})

describe('changing an item', () => {
  it('publishes the change and records the old and new values in the audit log', async () => {
    const item = await create()
    const visitor = await server.connect()
    expect((await server.call<WireItem>('GET', `/items/${item._id}`)).body.data.price).toBe(12.99)
    const { body } = await call(
      'PUT',
      `/admin/items/${item._id}`,
      changedItem(item, { price: 9.5, name: 'Cloud room' }),
    )
    expect(body.data).toMatchObject({ price: 9.5, name: 'Cloud room', createdAt: item.createdAt })
    expect(body.data.updatedAt > item.updatedAt).toBe(true)
    await waitFor(() => visitor.events().length > 0)
    expect(visitor.events()[0]).toMatchObject({ type: 'item.changed', data: { item: { _id: item._id, price: 9.5 } } })
    expect((await server.call<WireItem>('GET', `/items/${item._id}`)).body.data.price, 'not a cached response').toBe(
      9.5,
    )
    const [, entry] = await server.app.db.select().from(audit).orderBy(audit.seq)
    expect(entry).toMatchObject({
      action: 'item.change',
      actorId: mira.id,
      subjectId: item._id,
      before: { name: 'Cloud storage', price: 1299 },
      after: { name: 'Cloud room', price: 950 },
    })
  })

  it('returns 409 with the current item for a stale version', async () => {
    const item = await create()
    const path = `/admin/items/${item._id}`
    expect((await call('PUT', path, changedItem(item, { price: 10 }))).body.data.version).toBe(2)
    const stale = await call('PUT', path, changedItem(item, { price: 11 }))
    expect(stale).toMatchObject({
      status: 409,
      body: {
        error: 'item_changed',
        message: 'Someone else changed this item. Nothing was saved.',
        data: { price: 10, description: '<p>Good</p>', version: 2 },
      },
    })
    const retried = await call('PUT', path, changedItem(stale.body.data, { price: 11 }))
    expect(retried.body.data).toMatchObject({ price: 11, version: 3 })
    expect(await listActions(server)).toEqual(['item.create', 'item.change', 'item.change'])
  })

  it('accepts `updatedAt` in place of the version', async () => {
    const item = await create()
    const path = `/admin/items/${item._id}`
    const { version: _, ...input } = changedItem(item, { price: 10 })
    expect((await call('PUT', path, input)).body.message).toBe('version is missing.')
    expect((await call('PUT', path, { ...input, updatedAt: item.updatedAt })).status).toBe(200)
    const stale = await call('PUT', path, { ...input, updatedAt: item.updatedAt })
    expect(stale).toMatchObject({ status: 409, body: { error: 'item_changed', data: { price: 10, version: 2 } } })
  })

  it('raises the version when staff archive and restore an item, but not when it is reviewed', async () => {
    const { id } = await buildItem(server)
    await call('POST', '/reviews', { item: id, stars: 5, description: 'Good' }, ada)
    expect((await call('GET', `/admin/items/${id}`)).body.data.version).toBe(1)
    expect((await call('DELETE', `/admin/items/${id}`)).body.data.version).toBe(2)
    expect((await call('POST', `/admin/items/${id}/restore`)).body.data.version).toBe(3)
  })

  it('publishes only the item when its category’s count doesn’t change', async () => {
    const item = await create()
    const [visitor, colleague] = [await server.connect(), await server.connect({ token: mira.token })]
    await call('PUT', `/admin/items/${item._id}`, changedItem(item, { description: '<p>Better</p>' }))
    await call('POST', '/reviews', { item: item._id, stars: 5, description: 'Good' }, ada)
    // The review's event is the last one, so nothing else can follow.
    await waitFor(() => visitor.eventSummaries().includes('review.changed'))
    expect(visitor.eventSummaries()).toEqual(['item.changed', 'review.changed'])
    const staffEvents = colleague.events().filter(({ stream }) => stream === 'staff')
    expect(staffEvents.map(({ type }) => type)).toEqual(['audit.added', 'staff.item.changed'])
  })

  it('publishes nothing to customers when an archived item is changed, and its categories’ counts to staff', async () => {
    const { _id } = await create()
    await fillCart(server, ada)
    await server.app.db.update(items).set({ archivedAt: new Date() }).where(eq(items.id, _id))
    const item = (await call('GET', `/admin/items/${_id}`)).body.data
    const other = await buildCategory(server, 'Other')
    const [visitor, colleague] = [await server.connect(), await server.connect({ token: mira.token })]
    await call('PUT', `/admin/items/${_id}`, changedItem(item, { category: other.id }))
    await waitFor(() => colleague.eventSummaries().filter((type) => type === 'staff.category.changed').length === 2)
    const reviewed = await buildItem(server)
    await call('POST', '/reviews', { item: reviewed.id, stars: 5, description: 'Good' }, ada)
    await waitFor(() => visitor.eventSummaries().includes('review.changed'))
    expect(visitor.eventSummaries()).toEqual(['review.changed'])
  })

  it('accepts one of twenty simultaneous changes', async () => {
    const item = await create()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call('PUT', `/admin/items/${item._id}`, changedItem(item, { price: n + 1 })),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('publishes the counts of both categories when it is moved', async () => {
    const item = await create()
    const other = await buildCategory(server, 'Other')
    const visitor = await server.connect()
    await call('PUT', `/admin/items/${item._id}`, changedItem(item, { category: other.id }))
    await waitFor(() => visitor.events().length === 3)
    const counts = visitor.events().flatMap(({ data }) => (data.category ? [data.category] : []))
    expect(counts).toContainEqual(expect.objectContaining({ _id: other.id, itemCount: 1 }))
    expect(counts).toContainEqual(expect.objectContaining({ _id: item.category._id, itemCount: 0 }))
  })

  it('does not change existing orders and reviews', async () => {
    const order = await buildOrder(server, ada, { name: 'Before', price: 700 })
    const id = order.items[0]!.item
    await server.app.db.update(items).set({ starsSum: 4, reviewCount: 1, rating: 400 }).where(eq(items.id, id))
    const read = (await call('GET', `/admin/items/${id}`)).body.data
    const { logoLink, bannerLink, accountType, shortDescription } = await itemInput(server)
    const input = changedItem(read, { name: 'After', price: 8, logoLink, bannerLink, accountType, shortDescription })
    const { body } = await call('PUT', `/admin/items/${id}`, input)
    expect(body.data).toMatchObject({ name: 'After', averageRating: 4, reviewCount: 1, orderCount: 1 })
    const existing = await call<Wire['order']>('GET', `/checkout/${order._id}`, undefined, ada)
    expect(existing.body.data.items[0]).toMatchObject({ name: 'Before', price: 7 })
  })
})

describe('removing an item', () => {
  it('deletes an item that was never used', async () => {
    const item = await create()
    const [visitor, colleague] = [await server.connect(), await server.connect({ token: mira.token })]
    const { body } = await call('DELETE', `/admin/items/${item._id}`)
    expect(body).toMatchObject({ data: null, message: 'Item deleted' })
    expect(await rowOf(item._id)).toBeUndefined()
    await waitFor(() => visitor.events().length === 2 && colleague.eventSummaries().includes('staff.category.changed'))
    expect(visitor.events()[0]).toMatchObject({ type: 'item.removed', data: { _id: item._id } })
    expect(visitor.events()[1]).toMatchObject({ type: 'category.changed', data: { category: { itemCount: 0 } } })
    expect(colleague.eventSummaries()).toContain('staff.item.removed')
    expect(await listActions(server)).toEqual(['item.create', 'item.delete'])
  })

  it.each([
    ['ordered', async () => (await buildOrder(server, ada)).items[0]!.item],
    ['in a cart', async () => (await fillCart(server, ada)).id],
    [
      'reviewed',
      async () => {
        const { id } = await buildItem(server)
        await server.app.db.insert(reviews).values({ itemId: id, userId: ada.id, stars: 5, description: 'Good' })
        return id
      },
    ],
    [
      'tied to a coupon',
      async () => {
        const { id } = await buildItem(server)
        await buildCoupon(server, { itemId: id })
        return id
      },
    ],
  ])('archives an item that was ever %s', async (_, build) => {
    const id = await build()
    const visitor = await server.connect()
    const { body } = await call('DELETE', `/admin/items/${id}`)
    expect(body).toMatchObject({ message: 'Item archived', data: { _id: id } })
    expect(body.data.archivedAt).not.toBeNull()
    await waitFor(() => visitor.events().length === 2)
    expect(visitor.eventSummaries()).toEqual(['item.removed', 'category.changed'])
    expect((await server.call('GET', `/items/${id}`)).status).toBe(404)
    expect((await server.call('GET', '/items')).body.totalCount).toBe(0)
    expect((await call('GET', `/admin/items/${id}`)).body.data.archivedAt).toBe(body.data.archivedAt)
    expect((await call('DELETE', `/admin/items/${id}`)).body.error).toBe('item_archived')
  })

  it('hides it from carts until it is restored', async () => {
    const { id } = await fillCart(server, ada)
    const countCartLines = async () => (await call<Wire['line'][]>('GET', '/cart', undefined, ada)).body.data.length
    await call('DELETE', `/admin/items/${id}`)
    expect(await countCartLines()).toBe(0)
    expect((await call('POST', '/checkout', { paymentMethod: 'bank' }, ada)).body.error).toBe('empty_cart')
    expect((await call('POST', '/cart', { item: id, count: 1 }, ada)).status).toBe(404)
    const visitor = await server.connect()
    expect((await call('POST', `/admin/items/${id}/restore`)).body.data.archivedAt).toBeNull()
    expect(await countCartLines()).toBe(1)
    expect(await server.app.db.select().from(cartLines)).toHaveLength(1)
    await waitFor(() => visitor.eventSummaries().includes('item.changed'))
    expect((await call('POST', `/admin/items/${id}/restore`)).body.error).toBe('item_on_sale')
    expect(await listActions(server)).toEqual(['item.archive', 'item.restore'])
  })
})

describe('listing items for staff', () => {
  it('returns active items, archived ones or both, newest first, page by page', async () => {
    const category = (await buildCategory(server, 'Cloud')).id
    const timeOf = (n: number) => new Date(Date.UTC(2026, 0, 1) + n)
    for (let n = 0; n < 5; n += 1) {
      await buildItem(server, {
        name: `Item ${n}`,
        categoryId: category,
        createdAt: timeOf(n),
        ...(n < 2 && { archivedAt: timeOf(9) }),
      })
    }
    await buildItem(server, { name: 'Elsewhere' })
    const list = async (query: string) => {
      const { body } = await call<WireItem[]>('GET', `/admin/items?category=${category}${query}`)
      return { names: body.data.map((item) => item.name), total: body.totalCount, next: body.nextCursor }
    }
    expect(await list('')).toEqual({ names: ['Item 4', 'Item 3', 'Item 2'], total: 3, next: null })
    expect((await list('&archived=yes')).names).toEqual(['Item 1', 'Item 0'])
    expect((await list('&archived=all&q=item 3')).names).toEqual(['Item 3'])
    const first = await list('&archived=all&limit=3')
    expect(first).toMatchObject({ total: 5, names: ['Item 4', 'Item 3', 'Item 2'] })
    expect(await list(`&archived=all&limit=3&cursor=${first.next}`)).toEqual({
      names: ['Item 1', 'Item 0'],
      total: 5,
      next: null,
    })
    expect((await call('GET', '/admin/items?archived=maybe')).status).toBe(400)
  })
})

it('returns 403 to customers and 401 to visitors, and sends them no staff events', async () => {
  const item = await create()
  const input = changedItem(item, { price: 1 })
  for (const [method, path, body] of [
    ['GET', '/admin/items'],
    ['GET', `/admin/items/${item._id}`],
    ['POST', '/admin/items', await itemInput(server)],
    ['PUT', `/admin/items/${item._id}`, input],
    ['DELETE', `/admin/items/${item._id}`],
    ['POST', `/admin/items/${item._id}/restore`],
  ] as const) {
    expect((await call(method, path, body, ada)).status).toBe(403)
    expect((await server.call(method, path, body)).status).toBe(401)
  }
  expect((await rowOf(item._id))!.price).toBe(1299)
  const customer = await server.connect({ token: ada.token })
  await call('PUT', `/admin/items/${item._id}`, changedItem(item, { price: 2 }))
  await waitFor(() => customer.eventSummaries().includes('item.changed'))
  expect(customer.eventSummaries().filter((type) => type.startsWith('staff.'))).toEqual([])
})

it('adds intact rows to the audit log', async () => {
  const item = await create({ description: '<p>One</p>', features: ['b', 'a'] })
  await call('PUT', `/admin/items/${item._id}`, changedItem(item, { features: ['a'], originalPrice: 99 }))
  await fillCart(server, ada)
  const [line] = await server.app.db.select().from(cartLines)
  await call('DELETE', `/admin/items/${line!.itemId}`)
  let previous = ''
  for (const row of await server.app.db.select().from(audit).orderBy(audit.seq)) {
    expect(row.hash).toBe(hashRow(row, previous))
    previous = row.hash
  }
  expect(previous).not.toBe('')
})
