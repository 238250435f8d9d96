import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Item, RelatedItems } from '../../../shared/catalogue/schema.ts'
import { startTestServer, type TestServer, type Wire } from '../../app.ts'
import { buildCategory, buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let mira: TestUser
let [security, music] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
  security = (await buildCategory(server, 'Security')).id
  music = (await buildCategory(server, 'Music')).id
})
afterAll(() => server.close())

const build = async (name: string, brand = '', fields: object = {}) =>
  (await buildItem(server, { name, brand, categoryId: security, ...fields })).id

async function related(id: string) {
  const { status, body } = await server.call<RelatedItems>('GET', `/items/${id}/related`)
  expect(status).toBe(200)
  const parts = Object.entries(body.data).map(([part, items]) => [part, items.map(({ name }) => name)])
  return Object.fromEntries(parts) as Record<keyof RelatedItems, string[]>
}

/** Buys items in one order, which staff verify unless said otherwise. */
async function buy(customer: TestUser, ids: string[], isVerified = true) {
  const { token } = customer
  for (const item of ids) await server.call('POST', '/cart', { item, count: 1 }, { token })
  const { body } = await server.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank' }, { token })
  if (!isVerified) return
  await server.call('PATCH', `/checkout/${body.data._id}/mark-paid`, { paymentMethod: 'bank' }, { token })
  const by = { token: mira.token }
  expect((await server.call('PATCH', `/admin/orders/${body.data._id}/verify`, undefined, by)).status).toBe(200)
}

it('returns the plans of a product by price, and other items of its brand, none of them twice', async () => {
  const family = await build('Bolthaven Family', 'Bolthaven', { price: 3500 })
  await build('Bolthaven Personal', 'Bolthaven', { price: 2000 })
  await build('Bolthaven Radio', 'Bolthaven', { price: 100, categoryId: music })
  const safe = await build('Bolthaven Safe', 'Bolthaven', { price: 9000, popularity: -1 })
  await build('Bolthaven Retired', 'Bolthaven', { archivedAt: new Date() })
  await build('Bolt', 'Bolt')
  const { plans, fromBrand } = await related(family)
  expect(plans).toEqual(['Bolthaven Personal', 'Bolthaven Family'])
  expect(fromBrand).toEqual(['Bolthaven Radio', 'Bolthaven Safe'])
  const other = await related(safe)
  expect(other.plans).toEqual(['Bolthaven Safe'])
  expect(other.fromBrand.toSorted()).toEqual(['Bolthaven Family', 'Bolthaven Personal', 'Bolthaven Radio'])
})

it('says in lists how many plans the page of each item offers', async () => {
  const { body } = await server.call<Item[]>('GET', '/items?limit=100')
  expect(body.data.length).toBeGreaterThan(4)
  for (const { _id, name, brand, planCount } of body.data) {
    expect(planCount, name).toBe(brand === '' ? undefined : (await related(_id)).plans.length)
  }
  expect(new Set(body.data.map(({ planCount }) => planCount)), 'one, two, and none without a brand').toContain(2)
})

it('returns no plans for an item without a brand, but the popular ones of its category', async () => {
  const plain = await build('Plain')
  await build('Plain too')
  const { plans, fromBrand, inCategory, alsoTaken } = await related(plain)
  expect([plans, fromBrand, alsoTaken]).toEqual([[], [], []])
  // One of each brand.
  expect(inCategory.filter((name) => name.startsWith('Bolthaven'))).toHaveLength(1)
  expect(inCategory).toContain('Plain too')
  expect(inCategory).not.toContain('Plain')
})

it('returns what its customers bought besides, the most frequent and popular first, from verified orders only', async () => {
  const [item, first, second, third, fourth, unpaid, sister] = [
    await build('Lamp', 'Lumen'),
    await build('First'),
    await build('Second', '', { categoryId: music, popularity: 9 }),
    await build('Third', '', { popularity: 7 }),
    await build('Fourth', '', { popularity: 8 }),
    await build('Unpaid'),
    await build('Lamp Two', 'Lumen'),
  ]
  const [ada, sam] = [await buildUser(server), await buildUser(server)]
  await buy(ada, [item, second, first])
  await buy(ada, [third, fourth, sister])
  await buy(ada, [unpaid], false)
  // Fewer than a row: the category is shown instead.
  expect((await related(first)).alsoTaken).not.toContain('Unpaid')
  await buy(sam, [item, first])
  const { alsoTaken, inCategory } = await related(item)
  expect(alsoTaken).toEqual(['First', 'Second', 'Fourth', 'Third'])
  expect(inCategory).toEqual([])
})

it('returns 404 for an item that is not on sale', async () => {
  const retired = await build('Retired', '', { archivedAt: new Date() })
  for (const id of [retired, 'none']) expect((await server.call('GET', `/items/${id}/related`)).status).toBe(404)
})

it('keeps an item among the plans of a brand with many more popular ones', async () => {
  const old = await build('Maple 99', 'Maple', { price: 9000 })
  for (let n = 0; n < 24; n += 1) await build(`Maple ${n}`, 'Maple')
  const { plans, fromBrand, inCategory } = await related(old)
  expect(plans).toHaveLength(6)
  expect(plans.at(-1)).toBe('Maple 99')
  expect(fromBrand).not.toContain('Maple 99')
  expect(inCategory.some((name) => name.startsWith('Maple'))).toBe(false)
})
