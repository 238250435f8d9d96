import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../../shared/api.ts'
import type { AuditEntry } from '../../../shared/audit/schema.ts'
import type { Route } from '../../../shared/contract.ts'
import { waitFor } from '../../app.ts'
import { buildCategory, buildCoupon, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'
import { listActions, type WireCategory, type WireItem, changedItem, itemInput } from './staff-catalogue.ts'

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
let [ada, sam, mira] = [] as unknown as [TestUser, TestUser, TestUser]
beforeEach(async () => {
  server = await startTestServerWithPages({ RATE_LIMITS: 'off' })
  ;[ada, sam, mira] = [await buildUser(server), await buildUser(server), await buildStaff(server)]
})
afterEach(() => server.close())

const call = <T = WireItem>(method: string, path: string, body?: unknown, user: TestUser = mira) =>
  server.call<T>(method, path, body, { token: user.token })
const create = async (fields: Record<string, unknown> = {}) =>
  (await call('POST', '/admin/items', await itemInput(server, fields))).body.data
const read = async (path: string) => (await server.router.request(`http://localhost${path}`)).text()

const name = 'Zanzibarwort'

/** A new draft, and one that was on sale, in a cart, reviewed, tied to a coupon and shown on cached pages. */
async function prepareDrafts(category: string) {
  const fresh = await create({ name: `${name} fresh`, shortDescription: name, category, draft: true })
  const withdrawn = await create({ name: `${name} withdrawn`, shortDescription: name, category })
  await buildCoupon(server, { code: 'DRAFT', itemId: withdrawn._id })
  await call('POST', '/cart', { item: withdrawn._id, count: 2 }, sam)
  await call('POST', '/reviews', { item: withdrawn._id, stars: 5, description: 'Good' }, sam)
  for (const path of pagesOf([withdrawn], category)) await read(path)
  expect(await read('/items')).toContain(`${name} withdrawn`)
  await call('POST', `/admin/items/${withdrawn._id}/unpublish`, {})
  return [fresh, withdrawn]
}

const pagesOf = (drafts: WireItem[], category: string) => [
  '/',
  '/faq',
  ...['', ...['newest', 'name', 'price-low', 'price-high', 'rating'].map((sort) => `?sortBy=${sort}`)].map(
    (query) => `/items${query}`,
  ),
  `/items?category=${category}`,
  `/items?q=${name}`,
  `/items?q=${name.toLowerCase().replace('z', 's')}`,
  ...drafts.flatMap(({ _id }) => [`/items/${_id}`, `/items/${_id}-zanzibarwort`]),
  '/sitemap.xml',
  '/sitemap/pages.xml',
  `/sitemap/${category}.xml`,
]

it('hides drafts from every call of visitors and customers, and from every public page', async () => {
  const category = (await buildCategory(server)).id
  const shown = await buildItem(server, { categoryId: category })
  const drafts = await prepareDrafts(category)
  const isNamed = (text: string) => text.replaceAll(`q=${name}`, '').includes(`${name} `)

  const routes = Object.values<Route>(api).filter(({ method, access }) => method === 'GET' && access !== 'staff')
  expect(routes.length).toBeGreaterThan(12)
  for (const { path, input } of routes) {
    const fields = Object.keys(input.def.shape)
    for (const { _id } of [...drafts, { _id: shown.id }]) {
      const values: Record<string, string> = { q: name, item: _id, category, items: _id, id: _id }
      const queries = ['', ...fields.filter((field) => field in values).map((field) => `?${field}=${values[field]}`)]
      for (const query of queries) {
        for (const user of [undefined, ada]) {
          const { body } = await server.call('GET', path.replace(/:\w+/g, _id) + query, undefined, {
            token: user?.token,
          })
          expect(isNamed(JSON.stringify(body)), `GET ${path}${query}`).toBe(false)
        }
      }
    }
  }
  for (const path of pagesOf(drafts, category)) {
    const text = (await read(path)).replaceAll(`value="${name}"`, '').replaceAll(`“${name}”`, '')
    expect(isNamed(text), path).toBe(false)
    expect(
      drafts.some(({ _id }) => !path.includes(_id) && text.includes(_id)),
      path,
    ).toBe(false)
  }
  for (const { _id } of drafts) {
    expect((await server.call('GET', `/items/${_id}`)).status).toBe(404)
    expect((await server.call('GET', `/reviews?item=${_id}`)).status).toBe(404)
    expect((await call('POST', '/cart', { item: _id, count: 1 }, ada)).status).toBe(404)
    expect((await call('POST', '/reviews', { item: _id, stars: 5, description: 'Good' }, ada)).status).toBe(404)
    expect((await call('POST', '/support-chat/message', { message: 'What?', item: _id }, ada)).status).toBe(404)
  }
  const cart = await call<unknown[]>('GET', '/cart', undefined, sam)
  expect(cart.body).toMatchObject({ data: [], unavailable: [] })
  const categories = await server.call<WireCategory[]>('GET', '/categories')
  expect(categories.body.data.find(({ _id }) => _id === category)!.itemCount).toBe(1)
})

it('publishes the changes of a draft to staff only, until it is put on sale', async () => {
  const draft = await create({ draft: true })
  const [visitor, colleague] = [await server.connect(), await server.connect({ token: mira.token })]
  await call('PUT', `/admin/items/${draft._id}`, changedItem(draft, { price: 5 }))
  await waitFor(() => colleague.eventSummaries().includes('staff.item.changed'))
  const published = await call('POST', `/admin/items/${draft._id}/publish`, { version: 2 })
  expect(published.body).toMatchObject({ data: { draft: false, archivedAt: null, version: 3 } })
  await waitFor(() => visitor.events().length === 2)
  expect(visitor.eventSummaries()).toEqual(['item.changed', 'category.changed'])
  expect(visitor.events()[0]!.data).toMatchObject({ arrived: true, item: { _id: draft._id, price: 5 } })
  expect((await server.call('GET', `/items/${draft._id}`)).status).toBe(200)
  expect(await listActions(server)).toEqual(expect.arrayContaining(['item.create', 'item.change', 'item.publish']))

  await call('POST', `/admin/items/${draft._id}/unpublish`, { version: 3 })
  await waitFor(() => visitor.eventSummaries().includes('item.removed'))
  expect((await server.call('GET', `/items/${draft._id}`)).status).toBe(404)
})

describe('publishing', () => {
  it('returns 409 for a draft that has changed since, and for an item that is on sale or archived', async () => {
    const draft = await create({ draft: true })
    await call('PUT', `/admin/items/${draft._id}`, changedItem(draft, { price: 5 }))
    const stale = await call('POST', `/admin/items/${draft._id}/publish`, { version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { error: 'item_changed', data: { price: 5, version: 2 } } })
    expect((await call('POST', `/admin/items/${draft._id}/restore`)).body.error).toBe('item_draft')
    expect((await call('POST', `/admin/items/${draft._id}/unpublish`, {})).body.error).toBe('item_draft')
    await call('POST', `/admin/items/${draft._id}/publish`, {})
    expect((await call('POST', `/admin/items/${draft._id}/publish`, {})).body.error).toBe('item_not_draft')
  })

  it('is refused to customers', async () => {
    const draft = await create({ draft: true })
    for (const path of ['publish', 'unpublish', 'copy']) {
      expect((await call('POST', `/admin/items/${draft._id}/${path}`, {}, ada)).status).toBe(403)
    }
  })
})

describe('the staff list', () => {
  it('shows drafts by themselves and among all, counts them by category, and deletes one that nobody used', async () => {
    const draft = await create({ draft: true })
    const item = await create()
    const ids = async (filter: string) =>
      (await call<WireItem[]>('GET', `/admin/items?archived=${filter}`)).body.data.map(({ _id }) => _id)
    expect(await ids('no')).toEqual([item._id])
    expect(await ids('draft')).toEqual([draft._id])
    expect(await ids('yes')).toEqual([])
    expect((await ids('all')).toSorted()).toEqual([draft._id, item._id].toSorted())
    const category = await call<WireCategory>('GET', `/admin/categories/${draft.category._id}`)
    expect(category.body.data).toMatchObject({ itemCount: 0, draftCount: 1, archivedCount: 0 })
    const removal = await call('DELETE', `/admin/categories/${draft.category._id}`)
    expect(removal.body.message).toBe('This category still has 1 item (1 as drafts). Move them to another one first.')
    expect((await call('DELETE', `/admin/items/${draft._id}`)).body.message).toBe('Item deleted')
  })
})

describe('copying', () => {
  it('makes a draft with the same fields and a name that says so, once for a repeated key', async () => {
    const item = await create({ name: 'N'.repeat(120), originalPrice: 20 })
    const headers = { 'idempotency-key': 'one' }
    const copy = async () =>
      (await server.call<WireItem>('POST', `/admin/items/${item._id}/copy`, {}, { token: mira.token, headers })).body
    const first = await copy()
    expect(first.data).toMatchObject({
      name: `${'N'.repeat(113)} (copy)`,
      draft: true,
      price: item.price,
      originalPrice: 20,
      description: item.description,
      features: item.features,
      category: item.category,
      reviewCount: 0,
      version: 1,
    })
    expect((await copy()).data._id).toBe(first.data._id)
    const drafts = await call<WireItem[]>('GET', '/admin/items?archived=draft')
    expect(drafts.body.totalCount).toBe(1)
    const log = await call<AuditEntry[]>('GET', '/admin/audit?subject=item&action=item.copy')
    expect(log.body.data).toMatchObject([{ before: null, after: { copiedFrom: item.name } }])
    expect((await call('POST', '/admin/items/none/copy', {})).status).toBe(404)
  })
})
