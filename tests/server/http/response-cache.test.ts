import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { categories, items } from '../../../drizzle/schema.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore, type Wire } from '../../app.ts'
import { buildCategory, buildItem, changeItem } from '../../build.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

type Details = Wire['item'] & { description: string }
const read = (id: string) => store.call<Details>('GET', `/items/${id}`)
const list = (query = '') => store.call<Wire['item'][]>('GET', `/items?sortBy=name${query}`)
const positionOf = ({ headers }: { headers: Headers }) => headers.get('x-stream-position')

test('a change of the catalogue shows in every answer after it', async () => {
  const item = await buildItem(store, { name: 'Net', price: 1000 })
  const category = item.categoryId
  const before = [await read(item.id), await list(), await store.call('GET', '/categories')]
  expect(before[0]!.body.data).toMatchObject({ name: 'Net', price: 10, discount: 0, originalPrice: null })

  await changeItem(store, item.id, { price: 750, oldPrice: 1000 })
  expect((await read(item.id)).body.data).toMatchObject({ price: 7.5, discount: 25, originalPrice: 10 })
  expect((await list()).body.data[0]).toMatchObject({ price: 7.5, discount: 25 })
  expect(positionOf(await read(item.id))).not.toBe(positionOf(before[0]!))

  await changeItem(store, item.id, { archivedAt: new Date() })
  expect((await read(item.id)).status).toBe(404)
  expect((await list()).body).toMatchObject({ data: [], totalCount: 0 })
  expect((await list(`&category=${category}`)).body.totalCount).toBe(0)
})

test('an answer that is read while a change is made is not kept for what comes after', async () => {
  const item = await buildItem(store, { name: 'Moving', price: 0 })
  for (let price = 1; price <= 50; price += 1) {
    const [, , answer] = await Promise.all([
      list(`&q=moving`),
      changeItem(store, item.id, { price: price * 100 }),
      read(item.id),
    ])
    expect([price - 1, price]).toContain(answer.body.data.price)
    expect((await read(item.id)).body.data.price).toBe(price)
    expect((await list(`&q=moving`)).body.data[0]!.price).toBe(price)
  }
})

test('a refusal is not kept: an item that is put back is there again', async () => {
  const item = await buildItem(store, { archivedAt: new Date() })
  expect((await read(item.id)).status).toBe(404)
  await changeItem(store, item.id, { archivedAt: null })
  expect((await read(item.id)).status).toBe(200)
})

test('a change that is rolled back shows nowhere', async () => {
  const item = await buildItem(store, { name: 'Steady' })
  await read(item.id)
  const refused = change(store.store, async ({ tx, tell }) => {
    await tx.update(items).set({ name: 'Shaky' }).where(eq(items.id, item.id))
    tell('catalogue', { type: 'item.removed', data: { _id: item.id } })
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect((await read(item.id)).body.data.name).toBe('Steady')
})

describe('categories', () => {
  test('stand in their order, each with how many items it has on sale', async () => {
    const [last, first] = [await buildCategory(store, 'Last'), await buildCategory(store, 'First')]
    const onSale = await buildItem(store, { categoryId: last.id })
    await buildItem(store, { categoryId: last.id, archivedAt: new Date() })
    await store.store.db.update(categories).set({ position: 9 }).where(eq(categories.id, last.id))
    await store.store.db.update(categories).set({ position: -1 }).where(eq(categories.id, first.id))
    await changeItem(store, onSale.id, { name: 'On sale' })
    const { body } = await store.call<{ _id: string; name: string; itemCount: number }[]>('GET', '/categories')
    expect(body.data[0]).toEqual({ _id: first.id, name: 'First', itemCount: 0 })
    expect(body.data.at(-1)).toEqual({ _id: last.id, name: 'Last', itemCount: 1 })
  })
})

describe('an item', () => {
  test('that there is not: Item not found', async () => {
    for (const id of ['nothing', 'x'.repeat(500), '%ff', "'%20or%201=1"]) {
      const { status, body } = await read(id)
      expect([status, body.message]).toEqual([404, 'Item not found'])
    }
  })

  test('has its long description by itself and not in lists', async () => {
    const item = await buildItem(store, { name: 'Wordy', description: '<p>Long</p>' })
    expect((await read(item.id)).body.data.description).toBe('<p>Long</p>')
    expect((await list('&q=wordy')).body.data[0]).not.toHaveProperty('description')
  })

  test.each([
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
  ])('shows %j as %j, whatever the database holds', async (description, shown) => {
    const item = await buildItem(store, { description })
    expect((await read(item.id)).body.data.description).toBe(shown)
  })
})
