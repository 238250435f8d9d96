import { eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { categories, items, orderEvents, orders, storefront } from '../../../drizzle/schema.ts'
import { fairRating } from '../../../shared/catalogue/rules.ts'
import type { Wire } from '../../app.ts'
import {
  buildCategory,
  buildItem,
  buildPaidOrder,
  buildStaff,
  buildUser,
  changeItem,
  type TestUser,
} from '../../build.ts'
import { startTestServerWithPages } from '../../pages.ts'

let server: Awaited<ReturnType<typeof startTestServerWithPages>>
let mira: TestUser
let category = ''
beforeAll(async () => {
  server = await startTestServerWithPages()
  mira = await buildStaff(server)
})
afterAll(() => server.close())
beforeEach(async () => void (category = (await buildCategory(server)).id))

const minuteMs = 60_000
let nowMs = Date.now()
/** Runs the job as if its next time had come. */
const refresh = () => server.app.storefront.refresh(new Date((nowMs += minuteMs)))
const version = () => server.app.storefront.current().version

const build = (name: string, brand = '', [starsSum, reviewCount] = [0, 0]) =>
  buildItem(server, {
    name,
    brand,
    categoryId: category,
    starsSum,
    reviewCount,
    fairRating: fairRating({ starsSum, reviewCount }),
  })

async function sell(id: string, times = 1) {
  const placed: string[] = []
  for (let i = 0; i < times; i += 1) {
    const customer = await buildUser(server)
    const { token } = customer
    await server.call('POST', '/cart', { item: id, count: 1 }, { token })
    const { body } = await server.call<Wire['order']>('POST', '/checkout', { paymentMethod: 'bank' }, { token })
    await server.call('PATCH', `/checkout/${body.data._id}/mark-paid`, { paymentMethod: 'bank' }, { token })
    const by = { token: mira.token }
    expect((await server.call('PATCH', `/admin/orders/${body.data._id}/verify`, undefined, by)).status).toBe(200)
    placed.push(body.data._id)
  }
  return placed
}

async function namesOf(query: string) {
  const { status, body } = await server.call<Wire['item'][]>('GET', `/items?${query}`)
  expect(status).toBe(200)
  return body.data.map(({ name }) => name)
}
const popular = () => namesOf(`category=${category}&sortBy=popular`)

describe('the popular order', () => {
  it('is by verified orders, then by fair rating, then the newest', async () => {
    await build('Fine', '', [27, 6])
    await build('Perfect but rarely reviewed', '', [10, 2])
    await build('Older')
    const sold = await build('Sold')
    await build('Newer')
    await sell(sold.id)
    await refresh()
    expect(await popular()).toEqual(['Sold', 'Fine', 'Perfect but rarely reviewed', 'Newer', 'Older'])
  })

  it('counts neither refunded nor old orders', async () => {
    const [refunded, old, sold] = [await build('Refunded'), await build('Old'), await build('Sold')]
    const [refundedOrder] = await sell(refunded.id)
    await server.call('PATCH', `/admin/orders/${refundedOrder}/refund`, { reason: 'Sold out' }, { token: mira.token })
    const [oldOrder] = await sell(old.id)
    const longAgo = new Date(nowMs - 91 * 24 * 60 * minuteMs)
    await server.app.db.update(orders).set({ createdAt: longAgo }).where(eq(orders.id, oldOrder!))
    await sell(sold.id)
    await refresh()
    expect(await popular()).toEqual(['Sold', 'Old', 'Refunded'])
  })

  it('keeps brands apart, in all, in a category and in a filtered list', async () => {
    for (const [name, brand, times] of [
      ['Ace One', 'Ace', 5],
      ['Ace Two', 'Ace', 4],
      ['Ace Three', 'Ace', 3],
      ['Bolt', 'Bolt', 2],
      ['Cove', '', 1],
    ] as const) {
      await sell((await build(name, brand)).id, times)
    }
    await refresh()
    const apart = ['Ace One', 'Bolt', 'Ace Two', 'Cove', 'Ace Three']
    expect((await namesOf('sortBy=popular')).slice(0, 5)).toEqual(apart)
    expect(await popular()).toEqual(apart)
    const filtered = `category=${category}&sortBy=popular&minPrice=10&limit=3`
    expect(await namesOf(filtered)).toEqual(apart.slice(0, 3))
    await changeItem(server, (await findByName('Bolt')).id, { price: 500 })
    expect(await namesOf(filtered)).toEqual(['Ace One', 'Cove', 'Ace Two'])
  })

  it('puts an item that was just added last until its place is computed', async () => {
    await build('First')
    await refresh()
    await build('Just added', '', [50, 10])
    expect(await popular()).toEqual(['First', 'Just added'])
    // Something that the job watches has to happen: items are added with an event.
    await changeItem(server, (await findByName('First')).id, { price: 999 })
    await refresh()
    expect(await popular()).toEqual(['Just added', 'First'])
  })
})

describe('the version', () => {
  it('is raised when the popular order changes, and not when nothing that pages show does', async () => {
    const [first, second] = [await build('First'), await build('Second')]
    // More than any item of the other tests, which share the order of all items.
    await sell(first.id, 6)
    await refresh()
    const before = version()
    await sell(first.id)
    await refresh()
    expect(version()).toBe(before)
    await sell(second.id)
    await refresh()
    expect(version()).toBe(before + 1)
    expect(await popular()).toEqual(['First', 'Second'])
  })

  it('is raised at most once a minute', async () => {
    const item = await build('Only')
    await refresh()
    const before = version()
    await build('Other')
    await sell(item.id)
    await server.app.storefront.refresh(new Date(nowMs + minuteMs - 1))
    expect(version()).toBe(before)
    await refresh()
    expect(version()).toBe(before + 1)
  })

  it('is raised at once where the process that began to compute it for the first time was stopped', async () => {
    await refresh()
    const before = version()
    const again = () => server.app.storefront.refresh(new Date(nowMs + 1))
    await again()
    expect(version()).toBe(before)
    await server.app.db.update(storefront).set({ figures: null })
    await again()
    expect(version()).toBe(before + 1)
    await again()
    expect(version()).toBe(before + 1)
  })

  it('renders what shows the popular order or figures again, and nothing else', async () => {
    const [first, second] = [await build('First'), await build('Second')]
    await sell(first.id)
    await refresh()
    const paths = ['/items', '/items?sortBy=name', `/items/${first.id}`, '/faq', '/terms']
    const open = async () => {
      for (const path of paths) await (await server.router.request(`http://localhost${path}`)).text()
      return server.rendered.splice(0)
    }
    await open()
    expect(await open()).toEqual([])
    await sell(second.id, 2)
    await refresh()
    expect(await open()).toEqual(['/items', `/items/${first.id}`, '/faq'])
  })
})

it('names the categories of popular items on every page, and renders a page again only when they change', async () => {
  const item = await build('Footed')
  const [{ name } = { name: '' }] = await server.app.db
    .select({ name: categories.name })
    .from(categories)
    .where(eq(categories.id, category))
  const open = async () => (await server.router.request('http://localhost/faq')).text()
  await refresh()
  await sell(item.id)
  server.rendered.splice(0)
  await refresh()
  const topCategories = server.app.storefront.current().topCategories
  expect(topCategories.length).toBeLessThanOrEqual(4)
  for (const { _id } of topCategories) expect(await open()).toContain(_id)
  expect(server.rendered.splice(0).length).toBeLessThanOrEqual(1)
  // The only one with an item on sale.
  await server.app.db.update(items).set({ archivedAt: new Date() }).where(ne(items.categoryId, category))
  await refresh()
  expect(server.app.storefront.current().topCategories).toEqual([{ _id: category, name }])
  expect(await open()).toContain(category)
  expect(server.rendered.splice(0)).toEqual(['/faq'])
})

it('tells on an order’s page how long preparing one usually takes, from the verification on', async () => {
  const item = await build('Prepared')
  const customer = await buildUser(server)
  const waiting = await buildPaidOrder(server, customer)
  const preparingMinutes = async () => {
    const { body } = await server.call('GET', `/checkout/${waiting._id}`, undefined, { token: customer.token })
    return (body as unknown as { preparingMinutes: number | null }).preparingMinutes
  }
  expect(await preparingMinutes()).toBeNull()
  const [order] = await sell(item.id)
  await server.call('PATCH', `/admin/orders/${order}/complete`, {}, { token: mira.token })
  const verifiedAt = new Date(Date.now() - 15 * minuteMs)
  const paidAt = new Date(Date.now() - 40 * minuteMs)
  await server.app.db.update(orders).set({ paidAt, verifiedAt }).where(eq(orders.id, order!))
  await refresh()
  expect(await preparingMinutes(), 'without the check').toBe(15)
  await server.app.db.delete(orderEvents).where(eq(orderEvents.orderId, order!))
  await refresh()
  expect(await preparingMinutes()).toBeNull()
})

it('tells how long it takes until an order is ready, in the FAQ too', async () => {
  const item = await build('Slow')
  const openFaq = async () => (await server.router.request('http://localhost/faq')).text()
  const readyMinutes = async () => {
    const { body } = await server.call<{ readyMinutes: number | null }>('GET', '/storefront')
    return body.data.readyMinutes
  }
  expect(await readyMinutes()).toBeNull()
  expect(await openFaq()).not.toContain('Usually ready')
  const [order] = await sell(item.id)
  const { token } = mira
  expect((await server.call('PATCH', `/admin/orders/${order}/complete`, {}, { token })).status).toBe(200)
  const paidAt = new Date(Date.now() - 25 * minuteMs)
  await server.app.db.update(orders).set({ paidAt }).where(eq(orders.id, order!))
  await refresh()
  expect(await readyMinutes()).toBe(25)
  // For readers, and for search engines.
  expect((await openFaq()).match(/Usually ready about 25 min after you pay/g)).toHaveLength(2)
})

const findByName = async (name: string) =>
  (await server.app.db.select().from(items).where(eq(items.name, name))).at(-1)!
