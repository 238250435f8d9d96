import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reviews } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

type Review = { _id: string; stars: number; description: string; verifiedPurchase: boolean; user: object; item: string }
let server: TestServer
let itemId: string
const authors: TestUser[] = []
beforeAll(async () => {
  server = await startTestServer()
  itemId = (await buildItem(server)).id
  for (let i = 0; i < 7; i += 1) authors.push(await buildUser(server, { firstName: `P${i}`, lastName: 'Silva' }))
  await server.app.db.insert(reviews).values(
    authors.map(({ id }, i) => ({
      itemId,
      userId: id,
      stars: 1 + (i % 5),
      description: `<b>Review</b> ${i}`,
      createdAt: new Date(1_700_000_000_000 + Math.floor(i / 3) * 1000),
    })),
  )
})
afterAll(() => server.close())

const list = (item: string, query = '') => server.call<Review[]>('GET', `/reviews?item=${item}${query}`)

it('lists each review once, newest first, for any page size', async () => {
  const all = (await list(itemId)).body
  expect(all).toMatchObject({ totalCount: 7, nextCursor: null })
  for (const limit of [1, 2, 5]) {
    const paged: Review[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await list(itemId, `&limit=${limit}&cursor=${cursor}`)
      paged.push(...body.data)
      cursor = body.nextCursor
    }
    expect(paged).toEqual(all.data)
  }
})

it('exposes the author’s name and nothing else about them', async () => {
  const [review] = (await list(itemId)).body.data
  expect(Object.keys(review!.user).toSorted()).toEqual(['_id', 'firstName', 'lastName'])
  expect(review).toMatchObject({ item: itemId, description: '<b>Review</b> 6', verifiedPurchase: false })
})

it('returns an empty list for an item without reviews and 404 for an unknown item', async () => {
  const other = await buildItem(server)
  expect((await list(other.id)).body).toMatchObject({ data: [], totalCount: 0, nextCursor: null })
  const { status, body } = await list('nothing')
  expect([status, body.message]).toEqual([404, 'Item not found'])
  expect((await server.call('GET', '/reviews')).body.message).toBe('item must be the id of an item')
})

it('marks a review as a verified purchase once the author’s order is completed', async () => {
  const staff = await buildStaff(server)
  const author = await buildUser(server)
  const order = await buildVerifiedOrder(server, author, staff)
  const itemId = order.items[0]!.item
  await server.app.db.insert(reviews).values({ itemId, userId: author.id, stars: 5, description: 'Good' })
  await server.app.db.insert(reviews).values({ itemId, userId: authors[0]!.id, stars: 5, description: 'Me too' })
  const listVerified = async () =>
    (await list(itemId)).body.data
      .map(({ description, verifiedPurchase }) => `${description}: ${verifiedPurchase}`)
      .toSorted()
  expect(await listVerified()).toEqual(['Good: false', 'Me too: false'])
  await server.call('PATCH', `/admin/orders/${order._id}/complete`, {}, { token: staff.token })
  expect(await listVerified()).toEqual(['Good: true', 'Me too: false'])
  await server.app.db.delete(reviews).where(eq(reviews.itemId, itemId))
})
