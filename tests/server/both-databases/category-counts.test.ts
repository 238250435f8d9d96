import fc from 'fast-check'
import { isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { items } from '../../../drizzle/schema.ts'
import { createCategoryCounts } from '../../../server/catalogue/category-counts.ts'
import { listCategories } from '../../../server/catalogue/list-categories.ts'
import { createEventBus, type StoredEvent } from '../../../server/events/event-bus.ts'
import type { Category } from '../../../shared/catalogue/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildStaff, buildUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'
import { randomSeed, rounds } from '../../thorough.ts'
import { changedItem, itemInput, type WireCategory, type WireItem } from '../catalogue/staff-catalogue.ts'

let server: TestServer
let [staff, customer] = ['', '']
beforeAll(async () => {
  server = await startTestServer()
  staff = (await buildStaff(server)).token
  customer = (await buildUser(server)).token
}, openTimeoutMs)
afterAll(() => server.close())

const call = <T>(method: string, path: string, body?: unknown) => server.call<T>(method, path, body, { token: staff })
const listItems = async () => (await call<WireItem[]>('GET', '/admin/items?archived=all&limit=100')).body.data
const listForStaff = async () => (await call<WireCategory[]>('GET', '/admin/categories')).body.data

type Pick = <T>(list: readonly T[]) => T
/** A new one where all were deleted. */
async function pickCategory(pick: Pick): Promise<WireCategory> {
  const categories = await listForStaff()
  if (categories.length > 0) return pick(categories)
  return (await call<WireCategory>('POST', '/admin/categories', { name: 'Another' })).body.data
}
async function pickItem(pick: Pick): Promise<WireItem> {
  if ((await listItems()).length === 0) await createItem(pick, {})
  const { _id } = pick(await listItems())
  return (await call<WireItem>('GET', `/admin/items/${_id}`)).body.data
}
const createItem = async (pick: Pick, fields: object) =>
  call('POST', '/admin/items', await itemInput(server, { category: (await pickCategory(pick))._id, ...fields }))

/** What changes a category, a count or only the catalogue's head. Some are rejected, and change nothing. */
const operations: Record<string, (pick: Pick, name: string) => Promise<unknown>> = {
  'create a category': (_, name) => call('POST', '/admin/categories', { name }),
  'rename a category': async (pick, name) =>
    call('PUT', `/admin/categories/${(await pickCategory(pick))._id}`, { name }),
  'sort categories': async () => {
    const ids = (await listForStaff()).map(({ _id }) => _id)
    return call('POST', '/admin/categories/order', { ids: ids.toReversed() })
  },
  'delete a category': async (pick) => call('DELETE', `/admin/categories/${(await pickCategory(pick))._id}`),
  'create an item': (pick, name) => createItem(pick, { name }),
  'create a draft': (pick, name) => createItem(pick, { name, draft: true }),
  'publish a draft': async (pick) => {
    const { _id, version } = await pickItem(pick)
    return call('POST', `/admin/items/${_id}/publish`, { version })
  },
  'make it a draft': async (pick) => {
    const { _id, version } = await pickItem(pick)
    return call('POST', `/admin/items/${_id}/unpublish`, { version })
  },
  'move an item': async (pick) => {
    const item = await pickItem(pick)
    return call('PUT', `/admin/items/${item._id}`, changedItem(item, { category: (await pickCategory(pick))._id }))
  },
  'delete an item': async (pick) => call('DELETE', `/admin/items/${(await pickItem(pick))._id}`),
  'archive an item': async (pick) => {
    const { _id } = await pickItem(pick)
    await server.call('POST', '/cart', { item: _id }, { token: customer })
    return call('DELETE', `/admin/items/${_id}`)
  },
  'restore an item': async (pick) => call('POST', `/admin/items/${(await pickItem(pick))._id}/restore`),
}

it(`counts as the database does after every change (seed ${randomSeed})`, async () => {
  for (const name of ['Music', 'Learning', 'Cloud']) await call('POST', '/admin/categories', { name })
  for (const { _id: category } of await listForStaff()) {
    await createItem((list) => list[0]!, { category })
  }
  const seen = new Set<string>()
  const name = fc.constantFrom(...Object.keys(operations))
  await fc.assert(
    fc.asyncProperty(name, fc.nat(), async (operation, choice) => {
      const before = await server.call('GET', '/categories')
      await operations[operation]!((list) => list[choice % list.length]!, `Name ${choice}`)
      const { data } = (await server.call<Category[]>('GET', '/categories')).body
      expect(data).toEqual(await listCategories(server.app.db))
      const { totalCount } = (await server.call('GET', '/items?limit=1')).body
      expect(totalCount).toBe(await server.app.db.$count(items, isNull(items.archivedAt)))
      if (JSON.stringify(before.body.data) !== JSON.stringify(data)) seen.add(operation)
    }),
    { seed: randomSeed, numRuns: rounds(80, 1000), endOnFailure: true },
  )
  expect(seen.size, `changed by ${[...seen].join(', ')}`).toBeGreaterThan(3)
})

it('counts again after an event that it hasn’t seen, and only then', async () => {
  const { db, streamHeads } = server.app
  const bus = createEventBus()
  const counts = createCategoryCounts({ db, bus, streamHeads })
  const category = (await buildItem(server)).categoryId
  const { epoch, heads } = await streamHeads.readCursor(null)
  const countAt = (seq: number) => counts.countOnSale(category, { epoch, heads: { catalogue: seq } })
  const publish = (seq: number, type: StoredEvent['type'], data: object) =>
    bus.publish('events', [{ stream: 'catalogue', seq, type, at: new Date(), data: JSON.stringify(data) }])
  const head = heads.catalogue!
  expect(await countAt(head)).toBe(1)

  await buildItem(server, { categoryId: category })
  publish(head + 1, 'review.removed', {})
  expect(await countAt(head + 1)).toBe(1)
  publish(head + 2, 'category.changed', { category: { _id: category, name: 'Renamed', itemCount: 7 } })
  expect(await countAt(head + 2)).toBe(7)
  publish(head + 1, 'category.changed', { category: { _id: category, name: 'Late', itemCount: 8 } })
  expect(await countAt(head + 2)).toBe(7)
  publish(head + 4, 'review.removed', {})
  expect(await countAt(head + 4)).toBe(2)
  await buildItem(server, { categoryId: category })
  expect(await countAt(head + 4)).toBe(2)
  bus.publish('epoch-changed' as never, 'another history' as never)
  expect(await countAt(head + 4)).toBe(3)
})
