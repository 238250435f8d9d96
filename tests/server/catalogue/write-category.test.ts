import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { categories } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildCategory, buildCoupon, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { listActions, type WireCategory } from './staff-catalogue.ts'

let server: TestServer
let ada: TestUser
let mira: TestUser
beforeEach(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterEach(() => server.close())

const call = <T = WireCategory>(method: string, path: string, body?: unknown, user: TestUser = mira) =>
  server.call<T>(method, path, body, { token: user.token })
const create = async (name: string) => (await call('POST', '/admin/categories', { name })).body.data
const listNames = async () =>
  (await server.call<WireCategory[]>('GET', '/categories')).body.data.map(({ name }) => name)

describe('categories', () => {
  it('can be 500, and each change of their sequence lists them all', async () => {
    const rows = Array.from({ length: 499 }, (_, position) => ({ name: `Category ${position}`, position }))
    await server.app.db.insert(categories).values(rows)
    const last = await create('The last')
    const visitor = await server.connect()
    const { status, body } = await call('POST', '/admin/categories', { name: 'One more' })
    expect([status, body.error, body.message]).toEqual([
      422,
      'too_many_categories',
      'A store can have at most 500 categories.',
    ])
    expect(await server.app.db.$count(categories)).toBe(500)
    const ids = (await call<WireCategory[]>('GET', '/admin/categories')).body.data.map(({ _id }) => _id)
    const order = [last._id, ...ids.filter((id) => id !== last._id)]
    expect((await call('POST', '/admin/categories/order', { ids: order })).status).toBe(200)
    await waitFor(() => visitor.events().length > 0)
    expect(visitor.events().map(({ data }) => data.order)).toEqual([order])
  })

  it('are created last, renamed and counted, and published to everyone', async () => {
    const visitor = await server.connect()
    const music = await create('Music')
    const cloud = await create(' Cloud ')
    expect(cloud).toEqual({
      _id: cloud._id,
      name: 'Cloud',
      itemCount: 0,
      draftCount: 0,
      archivedCount: 0,
      couponCount: 0,
      version: 1,
    })
    expect(await listNames()).toEqual(['Music', 'Cloud'])
    await buildItem(server, { categoryId: cloud._id })
    await buildItem(server, { categoryId: cloud._id, archivedAt: new Date() })
    await buildCoupon(server, { categoryId: cloud._id })
    const renamed = await call('PUT', `/admin/categories/${cloud._id}`, { name: 'Clouds' })
    expect(renamed.body.data).toEqual({
      ...cloud,
      name: 'Clouds',
      itemCount: 1,
      archivedCount: 1,
      couponCount: 1,
      version: 2,
    })
    expect(await listNames()).toEqual(['Music', 'Clouds'])
    await waitFor(() => visitor.events().length === 3)
    expect(visitor.eventSummaries()).toEqual(['category.changed', 'category.changed', 'category.changed'])
    expect(visitor.events().at(-1)!.data).toEqual({
      category: { _id: cloud._id, name: 'Clouds', itemCount: 1 },
      order: [music._id, cloud._id],
    })
    expect((await call<WireCategory[]>('GET', '/admin/categories')).body.data[1]).toEqual(renamed.body.data)
    expect((await call('GET', `/admin/categories/${cloud._id}`)).body.data).toEqual(renamed.body.data)
    expect(await listActions(server)).toEqual(['category.create', 'category.create', 'category.rename'])
  })

  it('have unique names', async () => {
    const music = await create('Music')
    const cloud = await create('Cloud')
    for (const [method, path] of [
      ['POST', '/admin/categories'],
      ['PUT', `/admin/categories/${cloud._id}`],
    ] as const) {
      const rejected = await call(method, path, { name: 'Music' })
      expect(rejected).toMatchObject({ status: 409, body: { message: 'A category called “Music” already exists.' } })
      expect((await call(method, path, { name: ' ' })).body.message).toBe('Name is required')
      expect((await call(method, path, { name: 'x'.repeat(61) })).status).toBe(400)
    }
    expect((await call('PUT', `/admin/categories/${music._id}`, { name: 'Music' })).status).toBe(200)
    expect(await listNames()).toEqual(['Music', 'Cloud'])
  })

  it('have names that differ by more than case, width and spacing', async () => {
    const { _id } = await create('Streaming Video')
    const cloud = await create('Cloud')
    for (const name of ['STREAMING VIDEO', 'streaming  video', 'Ｓtreaming Video']) {
      for (const rejected of [
        await call('POST', '/admin/categories', { name }),
        await call('PUT', `/admin/categories/${cloud._id}`, { name }),
      ]) {
        const message = 'A category called “Streaming Video” already exists.'
        expect(rejected).toMatchObject({ status: 409, body: { error: 'category_exists', message } })
      }
    }
    expect((await call('PUT', `/admin/categories/${_id}`, { name: 'STREAMING video' })).status).toBe(200)
    expect((await call('POST', '/admin/categories', { name: 'Streaming' })).status).toBe(200)
    expect(await listNames()).toEqual(['STREAMING video', 'Cloud', 'Streaming'])
  })

  it('keep working with names from before that rule', async () => {
    const [upper, lower] = [await buildCategory(server, 'MUSIC'), await buildCategory(server, 'Music')]
    expect((await call('PUT', `/admin/categories/${upper.id}`, { name: 'MUSIC' })).status).toBe(200)
    expect((await call('PUT', `/admin/categories/${lower.id}`, { name: 'music' })).status).toBe(409)
    expect((await call('PUT', `/admin/categories/${lower.id}`, { name: 'Songs' })).status).toBe(200)
    expect(await listNames()).toEqual(['MUSIC', 'Songs'])
  })

  it('are created once by simultaneous requests that differ in case', async () => {
    for (let round = 0; round < 5; round++) {
      const names = [`Games ${round}`, `GAMES ${round}`, `games ${round}`, `GaMeS ${round}`]
      const responses = await Promise.all(names.map((name) => call('POST', '/admin/categories', { name })))
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    }
  })

  it('return 409 with the current category for a stale version or name', async () => {
    const path = `/admin/categories/${(await create('Music'))._id}`
    const current = (await call('PUT', path, { name: 'Songs', version: 1 })).body.data
    const stale = await call('PUT', path, { name: 'Sound', version: 1 })
    expect(stale).toMatchObject({
      status: 409,
      body: {
        error: 'category_changed',
        message: 'Someone else changed this category. Nothing was saved.',
        data: current,
      },
    })
    const staleName = await call('PUT', path, { name: 'Sound', was: 'Music' })
    expect(staleName).toMatchObject({ status: 409, body: { error: 'category_changed', data: { version: 2 } } })
    expect(await listNames()).toEqual(['Songs'])
    expect(await listActions(server)).toEqual(['category.create', 'category.rename'])
    expect((await call('PUT', path, { name: 'Sound', was: 'Songs' })).status).toBe(200)
    expect((await call('PUT', path, { name: 'Tunes' })).status).toBe(200)
    expect(await listNames()).toEqual(['Tunes'])
    expect((await call('GET', path)).body.data.version).toBe(4)
  })

  it('publish and record nothing when the name stays the same', async () => {
    const music = await create('Music')
    const visitor = await server.connect()
    const { body } = await call('PUT', `/admin/categories/${music._id}`, { name: 'Music', version: 1 })
    expect(body.data).toEqual(music)
    await create('Cloud')
    await waitFor(() => visitor.events().length > 0)
    expect(visitor.events()).toMatchObject([{ data: { category: { name: 'Cloud' } } }])
    expect(await listActions(server)).toEqual(['category.create', 'category.create'])
  })

  it('can be sorted', async () => {
    const ids = []
    for (const name of ['A', 'B', 'C']) ids.push((await create(name))._id)
    const visitor = await server.connect()
    const sortedIds = [ids[2]!, ids[0]!, ids[1]!]
    const { body } = await call<WireCategory[]>('POST', '/admin/categories/order', { ids: sortedIds })
    expect(body.data.map(({ name }) => name)).toEqual(['C', 'A', 'B'])
    expect(await listNames()).toEqual(['C', 'A', 'B'])
    await waitFor(() => visitor.events().length > 0)
    expect(visitor.events()[0]!.data.order).toEqual(sortedIds)
    await create('D')
    expect(await listNames()).toEqual(['C', 'A', 'B', 'D'])
    for (const incomplete of [sortedIds, [], [...sortedIds, 'none'], [...sortedIds, sortedIds[0]!]]) {
      const rejected = await call<WireCategory[]>('POST', '/admin/categories/order', { ids: incomplete })
      expect(rejected).toMatchObject({ status: 409, body: { error: 'categories_changed' } })
      expect(rejected.body.data).toHaveLength(4)
    }
    expect(await listNames()).toEqual(['C', 'A', 'B', 'D'])
  })

  it('can be deleted only when they are empty', async () => {
    const [empty, full, archived, withCoupon] = [
      await buildCategory(server),
      await buildCategory(server),
      await buildCategory(server),
      await buildCategory(server),
    ]
    await buildItem(server, { categoryId: full.id })
    await buildItem(server, { categoryId: full.id })
    await buildItem(server, { categoryId: archived.id, archivedAt: new Date() })
    await buildCoupon(server, { categoryId: withCoupon.id })
    const visitor = await server.connect()
    const deleteCategory = async (id: string) => {
      const { status, body } = await call('DELETE', `/admin/categories/${id}`)
      return `${status} ${body.message}`
    }
    expect(await deleteCategory(full.id)).toBe('409 This category still has 2 items. Move them to another one first.')
    expect(await deleteCategory(archived.id)).toBe(
      '409 This category still has 1 item (1 archived). Move them to another one first.',
    )
    expect(await deleteCategory(withCoupon.id)).toBe(
      '409 A coupon is limited to this category. Change the coupon first.',
    )
    expect(await deleteCategory(empty.id)).toBe('200 Category deleted')
    expect(await deleteCategory(empty.id)).toBe('404 Category not found')
    await waitFor(() => visitor.events().length > 0)
    expect(visitor.events()[0]).toMatchObject({ type: 'category.removed', data: { _id: empty.id } })
    expect(await server.app.db.select().from(categories)).toHaveLength(3)
    expect(await listActions(server)).toEqual(['category.delete'])
  })
})

it('returns 403 to customers and 401 to visitors', async () => {
  const { id } = await buildCategory(server, 'Music')
  for (const [method, path, body] of [
    ['GET', '/admin/categories'],
    ['GET', `/admin/categories/${id}`],
    ['POST', '/admin/categories', { name: 'X' }],
    ['POST', '/admin/categories/order', { ids: [id] }],
    ['PUT', `/admin/categories/${id}`, { name: 'X' }],
    ['DELETE', `/admin/categories/${id}`],
  ] as const) {
    expect((await call(method, path, body, ada)).status).toBe(403)
    expect((await server.call(method, path, body)).status).toBe(401)
  }
  expect(await listNames()).toEqual(['Music'])
})
