import { eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { items } from '../../../drizzle/schema.ts'
import type { PriceProposal } from '../../../shared/catalogue/prices-schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildCategory, buildItem, buildStaff, buildUser, fillCart, type TestUser } from '../../build.ts'
import { listActions } from './staff-catalogue.ts'

let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeEach(async () => {
  server = await startTestServer()
  ;[ada, mira] = [await buildUser(server), await buildStaff(server)]
})
afterEach(() => server.close())

type Proposal = z.input<typeof PriceProposal>
const call = <T>(method: string, path: string, body?: unknown, user: TestUser = mira, key?: string) =>
  server.call<T>(method, path, body, { token: user.token, ...(key && { headers: { 'idempotency-key': key } }) })
const percent = { kind: 'percent', value: 10, rounding: 'cent', oldPrice: 'keep' }
const preview = (fields: object) => call<Proposal[]>('POST', '/admin/items/prices/preview', { ...percent, ...fields })
const send = (proposals: Proposal[], user = mira, key?: string) =>
  call<never>('POST', '/admin/items/prices', { prices: proposals.map(toPrice) }, user, key)
const toPrice = ({ _id, version, newPrice, newOriginalPrice }: Proposal) => ({
  _id,
  version,
  price: newPrice,
  originalPrice: newOriginalPrice,
})
const pricesOf = async (...ids: string[]) => {
  const rows = await server.app.db.select().from(items).where(inArray(items.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)!.price)
}

describe('the preview', () => {
  it('shows the old and new prices of items or a category, without archived ones, and changes nothing', async () => {
    const { id: categoryId } = await buildCategory(server)
    const item = await buildItem(server, { price: 1299, oldPrice: 1400, categoryId })
    const draft = await buildItem(server, { price: 500, categoryId, archivedAt: new Date(), draft: true })
    const archived = await buildItem(server, { categoryId, archivedAt: new Date() })
    const { body } = await preview({ category: categoryId })
    expect(body.totalCount).toBe(2)
    expect(body.data).toMatchObject([
      { _id: draft.id, price: 5, newPrice: 5.5, problem: null },
      { _id: item.id, price: 12.99, originalPrice: 14, newPrice: 14.29, newOriginalPrice: null, version: 1 },
    ])
    const chosen = await preview({ items: [item.id, archived.id], kind: 'amount', value: -20 })
    expect(chosen.body.data).toMatchObject([{ newPrice: 0, problem: 'The price would not be above $0' }])
    expect(await pricesOf(item.id, draft.id)).toEqual([1299, 500])
  })

  it('takes either items or a category, and no more than 500 items', async () => {
    expect((await preview({})).body.message).toBe('Choose items or a category.')
    expect((await preview({ items: ['a'], category: 'b' })).status).toBe(400)
    expect((await preview({ items: Array.from({ length: 501 }, (_, i) => `i${i}`) })).status).toBe(400)
    expect((await preview({ category: 'none' })).status).toBe(404)
  })
})

describe('changing prices', () => {
  it('changes all at once, in the shop, in carts and in the audit log', async () => {
    const { id: categoryId } = await buildCategory(server)
    const item = await fillCart(server, ada, { price: 1000, categoryId })
    const other = await buildItem(server, { price: 2000, categoryId })
    const draft = await buildItem(server, { price: 3000, categoryId, archivedAt: new Date(), draft: true })
    const [visitor, colleague] = [await server.connect(), await server.connect({ token: mira.token })]
    const { body } = await preview({ category: categoryId })
    expect((await send(body.data)).body).toMatchObject({ changed: 3, message: '3 prices changed' })
    expect(await pricesOf(item.id, other.id, draft.id)).toEqual([1100, 2200, 3300])
    const cart = await call<{ item: { price: number } }[]>('GET', '/cart', undefined, ada)
    expect(JSON.stringify(cart.body.data)).toContain('"price":11')
    await waitFor(() => colleague.eventSummaries().filter((type) => type === 'staff.item.changed').length === 3)
    await waitFor(() => visitor.events().length === 2)
    expect(visitor.eventSummaries(), 'drafts are nobody else’s').toEqual(['item.changed', 'item.changed'])
    expect(await listActions(server)).toEqual(['item.change', 'item.change', 'item.change'])
  })

  it('changes nothing when one of the items has changed since, and returns it', async () => {
    const [one, two] = [await buildItem(server, { price: 1000 }), await buildItem(server, { price: 2000 })]
    const { body } = await preview({ items: [one.id, two.id] })
    await server.app.db.update(items).set({ price: 1500, version: 2 }).where(eq(items.id, two.id))
    const stale = await send(body.data)
    expect(stale).toMatchObject({ status: 409, body: { error: 'items_changed' } })
    expect(stale.body.data).toMatchObject([{ _id: two.id, price: 15, version: 2 }])
    await server.app.db.delete(items).where(eq(items.id, two.id))
    expect((await send(body.data)).body.message).toMatch(/^1 of these items has changed since. Nothing was changed/)
    expect(await pricesOf(one.id)).toEqual([1000])
    expect(await listActions(server)).toEqual([])
  })

  it('changes them once for a repeated key, and once when two colleagues do the same', async () => {
    const item = await buildItem(server, { price: 1000 })
    const proposals = (await preview({ items: [item.id] })).body.data
    const first = await send(proposals, mira, 'k')
    expect((await send(proposals, mira, 'k')).body).toEqual(first.body)
    const again = (await preview({ items: [item.id] })).body.data
    const both = await Promise.all([send(again), send(again, await buildStaff(server))])
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '409'])
    expect(await pricesOf(item.id)).toEqual([1210])
  })

  it('is refused for impossible prices, repeated items and customers', async () => {
    const item = await buildItem(server)
    const price = { _id: item.id, version: 1, price: 5, originalPrice: null }
    for (const [prices, status] of [
      [[], 400],
      [[{ ...price, price: 0 }], 400],
      [[{ ...price, price: 100_001 }], 400],
      [[price, price], 400],
      [[{ ...price, originalPrice: 5 }], 422],
    ] as const) {
      expect((await call('POST', '/admin/items/prices', { prices })).status).toBe(status)
    }
    expect((await call('POST', '/admin/items/prices', { prices: [price] }, ada)).status).toBe(403)
    expect(await pricesOf(item.id)).toEqual([1000])
  })
})
