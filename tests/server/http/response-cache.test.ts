import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categories, items } from '../../../drizzle/schema.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCategory, buildItem, buildStaff, changeItem } from '../../build.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Details = Wire['item'] & { description: string }
const read = (id: string) => server.call<Details>('GET', `/items/${id}`)
const list = (query = '') => server.call<Wire['item'][]>('GET', `/items?sortBy=name${query}`)
const streamPosition = ({ headers }: { headers: Headers }) => headers.get('x-stream-position')

it('serves a catalogue change in every later response', async () => {
  const item = await buildItem(server, { name: 'Net', price: 1000 })
  const category = item.categoryId
  const before = [await read(item.id), await list(), await server.call('GET', '/categories')]
  expect(before[0]!.body.data).toMatchObject({ name: 'Net', price: 10, discount: 0, originalPrice: null })

  await changeItem(server, item.id, { price: 750, oldPrice: 1000 })
  expect((await read(item.id)).body.data).toMatchObject({ price: 7.5, discount: 25, originalPrice: 10 })
  expect((await list()).body.data[0]).toMatchObject({ price: 7.5, discount: 25 })
  expect(streamPosition(await read(item.id))).not.toBe(streamPosition(before[0]!))

  await changeItem(server, item.id, { archivedAt: new Date() })
  expect((await read(item.id)).status).toBe(404)
  expect((await list()).body).toMatchObject({ data: [], totalCount: 0 })
  expect((await list(`&category=${category}`)).body.totalCount).toBe(0)

  await changeItem(server, item.id, { archivedAt: null })
  expect((await list()).body.totalCount).toBe(1)
  expect((await list(`&category=${category}`)).body.totalCount).toBe(1)
  expect((await list('&category=other')).body.totalCount).toBe(0)
})

it('does not cache a response that was read during a change', async () => {
  const item = await buildItem(server, { name: 'Moving', price: 0 })
  for (let price = 1; price <= 50; price += 1) {
    const [, , response] = await Promise.all([
      list(`&q=moving`),
      changeItem(server, item.id, { price: price * 100 }),
      read(item.id),
    ])
    expect([price - 1, price]).toContain(response.body.data.price)
    expect((await read(item.id)).body.data.price).toBe(price)
    expect((await list(`&q=moving`)).body.data[0]!.price).toBe(price)
  }
})

it('does not cache errors: a restored item is served again', async () => {
  const item = await buildItem(server, { archivedAt: new Date() })
  expect((await read(item.id)).status).toBe(404)
  await changeItem(server, item.id, { archivedAt: null })
  expect((await read(item.id)).status).toBe(200)
})

it('does not serve a change that was rolled back', async () => {
  const item = await buildItem(server, { name: 'Steady' })
  await read(item.id)
  const rolledBack = runMutation(server.app, async ({ tx, publish }) => {
    await tx.update(items).set({ name: 'Shaky' }).where(eq(items.id, item.id))
    publish('catalogue', { type: 'item.removed', data: { _id: item.id } })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect((await read(item.id)).body.data.name).toBe('Steady')
})

describe('GET /categories', () => {
  it('lists categories in order, with the number of items on sale', async () => {
    const [last, first] = [await buildCategory(server, 'Last'), await buildCategory(server, 'First')]
    const onSale = await buildItem(server, { categoryId: last.id })
    await buildItem(server, { categoryId: last.id, archivedAt: new Date() })
    await changeItem(server, onSale.id, { name: 'On sale' })
    const { token } = await buildStaff(server)
    const ids = (await server.app.db.select({ id: categories.id }).from(categories)).map(({ id }) => id)
    const others = ids.filter((id) => id !== first.id && id !== last.id)
    await server.call('POST', '/admin/categories/order', { ids: [first.id, ...others, last.id] }, { token })
    const { body } = await server.call<{ _id: string; name: string; itemCount: number }[]>('GET', '/categories')
    expect(body.data[0]).toEqual({ _id: first.id, name: 'First', itemCount: 0 })
    expect(body.data.at(-1)).toEqual({ _id: last.id, name: 'Last', itemCount: 1 })
  })
})

describe('GET /items/:id', () => {
  it('returns 404 for an unknown item', async () => {
    for (const id of ['nothing', 'x'.repeat(500), '%ff', "'%20or%201=1"]) {
      const { status, body } = await read(id)
      expect([status, body.message]).toEqual([404, 'Item not found'])
    }
  })

  it('has the description, which lists don’t have', async () => {
    const item = await buildItem(server, { name: 'Wordy', description: '<p>Long</p>' })
    expect((await read(item.id)).body.data.description).toBe('<p>Long</p>')
    expect((await list('&q=wordy')).body.data[0]).not.toHaveProperty('description')
  })

  it.each([
    ['<p>ok</p><script>alert(1)</script>', '<p>ok</p>'],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['<p onclick="alert(1)" style="color:red" class="x">a</p>', '<p>a</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<a href=" jAvAsCrIpT:alert(1)">x</a>', '<a rel="nofollow noopener">x</a>'],
    ['<a href="https://e.org" target="_top">x</a>', '<a href="https://e.org" rel="nofollow noopener">x</a>'],
    ['<iframe src="https://e.org"></iframe><svg><script>1</script></svg>', ''],
    ['<ul><li>One<li>Two</ul>', '<ul><li>One</li><li>Two</li></ul>'],
    ['<<p>script>alert(1)</script>', '&lt;<p>script&gt;alert(1)</p>'],
    ['1 &lt; 2 & 3', '1 &lt; 2 &amp; 3'],
  ])('sanitizes %j to %j', async (description, sanitized) => {
    const item = await buildItem(server, { description })
    expect((await read(item.id)).body.data.description).toBe(sanitized)
  })
})
