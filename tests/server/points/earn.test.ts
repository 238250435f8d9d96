import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { pointsEntries, referrals, users } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let referrer: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await buildUser(server, { firstName: 'Ada' })
  referrer = await buildUser(server)
})

const referAda = () => server.app.db.insert(referrals).values({ refereeId: ada.id, referrerId: referrer.id })
const decide = (id: string, action: string, body?: unknown) =>
  server.call('PATCH', `/admin/orders/${id}/${action}`, body, { token: mira.token })
const refund = (id: string) => decide(id, 'refund', { reason: 'Sent back' })
/** Has a new order verified, and returns its id. */
async function verifyOrder(price: number, customer = ada) {
  const { _id } = await buildPaidOrder(server, customer, { price })
  await decide(_id, 'verify')
  return _id
}
const ledgerOf = async ({ token }: TestUser, query = '') =>
  (await server.call('GET', `/points/me${query}`, undefined, { token })).body
/** Source, points and amount of each entry, oldest first. */
const entriesOf = async (user: TestUser) =>
  (await ledgerOf(user)).entries.map(({ source, points, amount }) => [source, points, amount]).toReversed()

// After every test, each user's points are the sum of their ledger.
afterEach(async () => {
  for (const { id, points } of await server.app.db.select().from(users)) {
    const entries = await server.app.db.select().from(pointsEntries).where(eq(pointsEntries.userId, id))
    expect(points).toBe(entries.reduce((sum, entry) => sum + entry.points, 0))
  }
})

it('awards a point for each whole dollar of a verified order and notifies the customer', async () => {
  const phone = await server.connect({ token: ada.token })
  await verifyOrder(2799)
  expect(await entriesOf(ada)).toEqual([['order', 27, 27.99]])
  expect((await ledgerOf(ada)).totalPoints).toBe(27)
  const me = await server.call('GET', '/auth/me', undefined, { token: ada.token })
  expect(me.body.user.points).toBe(27)
  const { body } = await server.call('GET', '/notifications', undefined, { token: ada.token })
  expect(body.notifications[0]!.message).toMatch(/^You earned 27 points for order #[0-9A-Z]{6}$/)
  await expect.poll(phone.eventSummaries).toContain('points.changed')
  const event = phone.events().find(({ type }) => type === 'points.changed')!
  expect(event.data).toMatchObject({ totalPoints: 27, entry: { points: 27, source: 'order' } })
})

it('awards nothing below a dollar or for an unverified order', async () => {
  await verifyOrder(99)
  const { _id } = await buildPaidOrder(server, ada)
  expect(await entriesOf(ada)).toEqual([])
  await decide(_id, 'reject', { reason: 'Nothing came' })
  expect(await entriesOf(ada)).toEqual([])
})

it('takes points back once on a refund, before and after completion', async () => {
  const [one, two] = [await verifyOrder(1000), await verifyOrder(500)]
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

it('rewards the referrer with a tenth of the first verified order only', async () => {
  await referAda()
  const { _id } = await buildPaidOrder(server, ada)
  await decide(_id, 'reject', { reason: 'Nothing came' })
  expect(await entriesOf(referrer)).toEqual([])
  await verifyOrder(12_345)
  await verifyOrder(50_000)
  expect(await entriesOf(referrer)).toEqual([['referral', 12, 123.45]])
  const { body } = await server.call('GET', '/notifications', undefined, { token: referrer.token })
  expect(body.notifications.map(({ message }) => message)).toEqual(['You earned 12 points for Ada’s first order'])
})

it('tells points as a number with commas, and a single one as one', async () => {
  await referAda()
  await verifyOrder(1000)
  await verifyOrder(123_456)
  const messagesOf = async ({ token }: TestUser) => {
    const { body } = await server.call('GET', '/notifications', undefined, { token })
    return body.notifications.map(({ message }) => message)
  }
  expect(await messagesOf(referrer)).toEqual(['You earned 1 point for Ada’s first order'])
  expect(await messagesOf(ada)).toContainEqual(expect.stringMatching(/^You earned 1,234 points for order #/))
})

it('takes the referral reward back on a refund, and doesn’t award it again for a later order', async () => {
  await referAda()
  const first = await verifyOrder(20_000)
  await refund(first)
  await verifyOrder(30_000)
  expect(await entriesOf(referrer)).toEqual([
    ['referral', 20, 200],
    ['referral', -20, -200],
  ])
  expect(await entriesOf(ada)).toEqual([
    ['order', 200, 200],
    ['order', -200, -200],
    ['order', 300, 300],
  ])
})

it('keeps the referral reward when a later order is refunded', async () => {
  await referAda()
  await verifyOrder(10_000)
  await refund(await verifyOrder(10_000))
  expect(await entriesOf(referrer)).toEqual([['referral', 10, 100]])
})

it('doesn’t reward a referrer whose code was used after the first verified order', async () => {
  await verifyOrder(10_000)
  await referAda()
  await verifyOrder(20_000)
  expect(await entriesOf(referrer)).toEqual([])
  const [referral] = await server.app.db.select().from(referrals).where(eq(referrals.refereeId, ada.id))
  expect(referral).toMatchObject({ referrerId: referrer.id, rewardedOrderId: null })
})

it('awards one referral reward when two first orders are verified at once', async () => {
  await referAda()
  const orders = [await buildPaidOrder(server, ada), await buildPaidOrder(server, ada)]
  await Promise.all(orders.map(({ _id }) => decide(_id, 'verify')))
  expect(await entriesOf(referrer)).toHaveLength(1)
})

it('awards no referral reward for a customer without a referrer', async () => {
  await verifyOrder(10_000)
  expect(await entriesOf(referrer)).toEqual([])
})

it('lists the ledger newest first, in pages, for its owner only', async () => {
  for (let i = 1; i <= 5; i += 1) await verifyOrder(i * 100)
  const first = await ledgerOf(ada, '?limit=2')
  expect(first).toMatchObject({ page: 1, limit: 2, totalCount: 5, totalPoints: 15 })
  const pages = [first, await ledgerOf(ada, '?limit=2&page=2'), await ledgerOf(ada, '?limit=2&page=3')]
  expect(pages.flatMap(({ entries }) => entries.map(({ points }) => points))).toEqual([5, 4, 3, 2, 1])
  expect((await ledgerOf(ada, '?page=9')).entries).toEqual([])
  expect(await ledgerOf(ada)).toMatchObject({ page: 1, limit: 20 })
  expect(await ledgerOf(referrer)).toMatchObject({ totalCount: 0, totalPoints: 0, entries: [] })
})
