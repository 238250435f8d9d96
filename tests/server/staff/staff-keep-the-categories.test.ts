import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { categories } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildCategory, buildCoupon, buildItem, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { actions, type WireCategory } from './catalogue.ts'

let store: TestStore
let ada: Somebody
let mira: Somebody
beforeEach(async () => {
  store = await openTestStore()
  ada = await buildUser(store)
  mira = await buildStaff(store)
})
afterEach(() => store.close())

const call = <T = WireCategory>(method: string, path: string, body?: unknown, by: Somebody = mira) =>
  store.call<T>(method, path, body, { token: by.token })
const create = async (name: string) => (await call('POST', '/admin/categories', { name })).body.data
const shown = async () => (await store.call<WireCategory[]>('GET', '/categories')).body.data.map(({ name }) => name)

describe('a category', () => {
  test('is added last, renamed and counted, and everybody sees it', async () => {
    const visitor = await store.follow()
    const music = await create('Music')
    const cloud = await create(' Cloud ')
    expect(cloud).toEqual({ _id: cloud._id, name: 'Cloud', itemCount: 0, archivedCount: 0, couponCount: 0 })
    expect(await shown()).toEqual(['Music', 'Cloud'])
    await buildItem(store, { categoryId: cloud._id })
    await buildItem(store, { categoryId: cloud._id, archivedAt: new Date() })
    await buildCoupon(store, { categoryId: cloud._id })
    const renamed = await call('PUT', `/admin/categories/${cloud._id}`, { name: 'Clouds' })
    expect(renamed.body.data).toEqual({ ...cloud, name: 'Clouds', itemCount: 1, archivedCount: 1, couponCount: 1 })
    expect(await shown()).toEqual(['Music', 'Clouds'])
    await until(() => visitor.events().length === 3)
    expect(visitor.heard()).toEqual(['category.changed', 'category.changed', 'category.changed'])
    expect(visitor.events().at(-1)!.data).toEqual({
      category: { _id: cloud._id, name: 'Clouds', itemCount: 1 },
      order: [music._id, cloud._id],
    })
    expect((await call<WireCategory[]>('GET', '/admin/categories')).body.data[1]).toEqual(renamed.body.data)
    expect((await call('GET', `/admin/categories/${cloud._id}`)).body.data).toEqual(renamed.body.data)
    expect(await actions(store)).toEqual(['category.create', 'category.create', 'category.rename'])
  })

  test('has a name of its own', async () => {
    const music = await create('Music')
    const cloud = await create('Cloud')
    for (const [method, path] of [
      ['POST', '/admin/categories'],
      ['PUT', `/admin/categories/${cloud._id}`],
    ] as const) {
      const taken = await call(method, path, { name: 'Music' })
      expect(taken).toMatchObject({ status: 409, body: { message: 'There is a category “Music” already.' } })
      expect((await call(method, path, { name: ' ' })).body.message).toBe('Name is required')
      expect((await call(method, path, { name: 'x'.repeat(61) })).status).toBe(400)
    }
    expect((await call('PUT', `/admin/categories/${music._id}`, { name: 'Music' })).status).toBe(200)
    expect(await shown()).toEqual(['Music', 'Cloud'])
  })

  test('that a colleague renamed meanwhile is not renamed, unless one says so', async () => {
    const ishara = await buildStaff(store)
    const path = `/admin/categories/${(await create('Music'))._id}`
    const theirs = (await call('PUT', path, { name: 'Songs', was: 'Music' }, ishara)).body.data
    const mine = await call('PUT', path, { name: 'Sound', was: 'Music' })
    expect(mine).toMatchObject({
      status: 409,
      body: {
        error: 'category_changed',
        message: 'Somebody else renamed this category. Nothing was saved.',
        data: theirs,
      },
    })
    expect(await shown()).toEqual(['Songs'])
    expect(await actions(store)).toEqual(['category.create', 'category.rename'])
    expect((await call('PUT', path, { name: 'Sound', was: 'Songs' })).status).toBe(200)
    expect((await call('PUT', path, { name: 'Tunes' })).status).toBe(200)
    expect(await shown()).toEqual(['Tunes'])
  })

  test('is put where it is wanted', async () => {
    const ids = []
    for (const name of ['A', 'B', 'C']) ids.push((await create(name))._id)
    const visitor = await store.follow()
    const order = [ids[2]!, ids[0]!, ids[1]!]
    const { body } = await call<WireCategory[]>('POST', '/admin/categories/order', { ids: order })
    expect(body.data.map(({ name }) => name)).toEqual(['C', 'A', 'B'])
    expect(await shown()).toEqual(['C', 'A', 'B'])
    await until(() => visitor.events().length > 0)
    expect(visitor.events()[0]!.data.order).toEqual(order)
    await create('D')
    expect(await shown()).toEqual(['C', 'A', 'B', 'D'])
    for (const wrong of [order, [], [...order, 'none'], [...order, order[0]!]]) {
      const refused = await call<WireCategory[]>('POST', '/admin/categories/order', { ids: wrong })
      expect(refused).toMatchObject({ status: 409, body: { error: 'categories_changed' } })
      expect(refused.body.data).toHaveLength(4)
    }
    expect(await shown()).toEqual(['C', 'A', 'B', 'D'])
  })

  test('is deleted when nothing is in it, and else is not', async () => {
    const [empty, full, archived, tied] = [
      await buildCategory(store),
      await buildCategory(store),
      await buildCategory(store),
      await buildCategory(store),
    ]
    await buildItem(store, { categoryId: full.id })
    await buildItem(store, { categoryId: full.id })
    await buildItem(store, { categoryId: archived.id, archivedAt: new Date() })
    await buildCoupon(store, { categoryId: tied.id })
    const visitor = await store.follow()
    const messageOf = async (id: string) => {
      const { status, body } = await call('DELETE', `/admin/categories/${id}`)
      return `${status} ${body.message}`
    }
    expect(await messageOf(full.id)).toBe('409 This category still has 2 items. Move them to another one first.')
    expect(await messageOf(archived.id)).toBe(
      '409 This category still has 1 item (1 archived). Move them to another one first.',
    )
    expect(await messageOf(tied.id)).toBe('409 A coupon is tied to this category. Tie it to something else first.')
    expect(await messageOf(empty.id)).toBe('200 Category deleted')
    expect(await messageOf(empty.id)).toBe('404 Category not found')
    await until(() => visitor.events().length > 0)
    expect(visitor.events()[0]).toMatchObject({ type: 'category.removed', data: { _id: empty.id } })
    expect(await store.store.db.select().from(categories)).toHaveLength(3)
    expect(await actions(store)).toEqual(['category.delete'])
  })
})

test('nobody but staff may do any of it', async () => {
  const { id } = await buildCategory(store, 'Music')
  for (const [method, path, body] of [
    ['GET', '/admin/categories'],
    ['GET', `/admin/categories/${id}`],
    ['POST', '/admin/categories', { name: 'X' }],
    ['POST', '/admin/categories/order', { ids: [id] }],
    ['PUT', `/admin/categories/${id}`, { name: 'X' }],
    ['DELETE', `/admin/categories/${id}`],
  ] as const) {
    expect((await call(method, path, body, ada)).status).toBe(403)
    expect((await store.call(method, path, body)).status).toBe(401)
  }
  expect(await shown()).toEqual(['Music'])
})
