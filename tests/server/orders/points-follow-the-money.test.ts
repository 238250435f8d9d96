import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pointsEntries, referrals, users } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
let friend: Somebody
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  mira = await buildStaff(store)
})
afterAll(() => store.close())
beforeEach(async () => {
  ada = await buildUser(store, { firstName: 'Ada' })
  friend = await buildUser(store)
})

const bring = () => store.store.db.insert(referrals).values({ refereeId: ada.id, referrerId: friend.id })
const decide = (id: string, what: string, body?: unknown) =>
  store.call('PATCH', `/admin/orders/${id}/${what}`, body, { token: mira.token })
const refund = (id: string) => decide(id, 'refund', { reason: 'Sent back' })
async function verified(price: number, who = ada) {
  const { _id } = await buildPaidOrder(store, who, { price })
  await decide(_id, 'verify')
  return _id
}
const ledgerOf = async ({ token }: Somebody, query = '') =>
  (await store.call('GET', `/points/me${query}`, undefined, { token })).body
const entriesOf = async (who: Somebody) =>
  (await ledgerOf(who)).entries.map(({ source, points, amount }) => [source, points, amount]).toReversed()

// Whatever was done: a person's points are the sum of their ledger.
afterEach(async () => {
  for (const { id, points } of await store.store.db.select().from(users)) {
    const entries = await store.store.db.select().from(pointsEntries).where(eq(pointsEntries.userId, id))
    expect(points).toBe(entries.reduce((sum, entry) => sum + entry.points, 0))
  }
})

test('a verified order earns a point for each whole dollar, and its customer is told', async () => {
  const phone = await store.follow({ token: ada.token })
  await verified(2799)
  expect(await entriesOf(ada)).toEqual([['order', 27, 27.99]])
  expect((await ledgerOf(ada)).totalPoints).toBe(27)
  const me = await store.call('GET', '/auth/me', undefined, { token: ada.token })
  expect(me.body.user.points).toBe(27)
  const told = await store.call('GET', '/notifications', undefined, { token: ada.token })
  expect(told.body.notifications[0]!.message).toMatch(/^You earned 27 points for order #[0-9A-Z]{6}$/)
  await expect.poll(phone.heard).toContain('points.changed')
  const event = phone.events().find(({ type }) => type === 'points.changed')!
  expect(event.data).toMatchObject({ totalPoints: 27, entry: { points: 27, source: 'order' } })
})

test('less than a dollar earns nothing, and an order that is not verified neither', async () => {
  await verified(99)
  const { _id } = await buildPaidOrder(store, ada)
  expect(await entriesOf(ada)).toEqual([])
  await decide(_id, 'reject', { reason: 'Nothing came' })
  expect(await entriesOf(ada)).toEqual([])
})

test('a refund takes back what the order earned, once, before it is completed and after', async () => {
  const [one, two] = [await verified(1000), await verified(500)]
  await refund(one)
  await refund(one)
  await decide(two, 'complete', {})
  await refund(two)
  expect(await entriesOf(ada)).toEqual([
    ['order', 10, 10],
    ['order', 5, 5],
    ['order', -10, -10],
    ['order', -5, -5],
  ])
  expect((await ledgerOf(ada)).totalPoints).toBe(0)
})

test('whoever brought a customer earns a tenth of the first verified order, and of no other', async () => {
  await bring()
  const { _id } = await buildPaidOrder(store, ada)
  await decide(_id, 'reject', { reason: 'Nothing came' })
  expect(await entriesOf(friend)).toEqual([])
  await verified(12_345)
  await verified(50_000)
  expect(await entriesOf(friend)).toEqual([['referral', 12, 123.45]])
  const told = await store.call('GET', '/notifications', undefined, { token: friend.token })
  expect(told.body.notifications.map(({ message }) => message)).toEqual(['You earned 12 points for Ada’s first order'])
})

test('its refund takes that back too, and a later order does not earn it again', async () => {
  await bring()
  const first = await verified(20_000)
  await refund(first)
  await verified(30_000)
  expect(await entriesOf(friend)).toEqual([
    ['referral', 20, 200],
    ['referral', -20, -200],
  ])
  expect(await entriesOf(ada)).toEqual([
    ['order', 200, 200],
    ['order', -200, -200],
    ['order', 300, 300],
  ])
})

test('a refund of a later order leaves the reward', async () => {
  await bring()
  await verified(10_000)
  await refund(await verified(10_000))
  expect(await entriesOf(friend)).toEqual([['referral', 10, 100]])
})

test('two first orders that are verified at once earn one reward', async () => {
  await bring()
  const placed = [await buildPaidOrder(store, ada), await buildPaidOrder(store, ada)]
  await Promise.all(placed.map(({ _id }) => decide(_id, 'verify')))
  expect(await entriesOf(friend)).toHaveLength(1)
})

test('a customer whom nobody brought earns nobody anything', async () => {
  await verified(10_000)
  expect(await entriesOf(friend)).toEqual([])
})

test('the ledger is read page by page, newest first, and is nobody else’s', async () => {
  for (let i = 1; i <= 5; i += 1) await verified(i * 100)
  const first = await ledgerOf(ada, '?limit=2')
  expect(first).toMatchObject({ page: 1, limit: 2, totalCount: 5, totalPoints: 15 })
  const pages = [first, await ledgerOf(ada, '?limit=2&page=2'), await ledgerOf(ada, '?limit=2&page=3')]
  expect(pages.flatMap(({ entries }) => entries.map(({ points }) => points))).toEqual([5, 4, 3, 2, 1])
  expect((await ledgerOf(ada, '?page=9')).entries).toEqual([])
  expect(await ledgerOf(ada)).toMatchObject({ page: 1, limit: 20 })
  expect(await ledgerOf(friend)).toMatchObject({ totalCount: 0, totalPoints: 0, entries: [] })
})
