import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reviews } from '../../../drizzle/schema.ts'
import { fillReviewRanks } from '../../../server/reviews/fill-ranks.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildItem, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

type Review = {
  _id: string
  stars: number
  description: string
  verifiedPurchase: boolean
  user: { lastName?: string }
  item: string
}
let server: TestServer
let itemId: string
const authors: TestUser[] = []
beforeAll(async () => {
  server = await startTestServer()
  itemId = (await buildItem(server)).id
  for (let i = 0; i < 7; i += 1) authors.push(await buildUser(server, { firstName: `P${i}`, lastName: 'de Silva' }))
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

it.each(['verified', 'highest', 'lowest'])(
  'lists each review once, sorted by %s, for any page size',
  async (sortBy) => {
    const all = (await list(itemId, `&sortBy=${sortBy}`)).body.data
    expect(all).toHaveLength(7)
    const paged: Review[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await list(itemId, `&sortBy=${sortBy}&limit=2&cursor=${cursor}`)
      paged.push(...body.data)
      cursor = body.nextCursor
    }
    expect(paged).toEqual(all)
    const stars = all.map((review) => review.stars)
    if (sortBy === 'highest') expect(stars).toEqual(stars.toSorted((a, b) => b - a))
    if (sortBy === 'lowest') expect(stars).toEqual(stars.toSorted((a, b) => a - b))
  },
)

it('counts the reviews by their stars, also in the response and the event of a change', async () => {
  const countsOf = async () => ((await list(itemId)).body as unknown as { starCounts: number[] }).starCounts
  expect(await countsOf()).toEqual([2, 2, 1, 1, 1])
  const author = await buildUser(server)
  const visitor = await server.connect()
  const review = { item: itemId, stars: 5, description: 'As promised.' }
  const { body } = await server.call('POST', '/reviews', review, { token: author.token })
  expect(body).toMatchObject({ starCounts: [2, 2, 1, 1, 2] })
  await waitFor(() => visitor.events().length > 0)
  expect(visitor.events()[0]!.data).toMatchObject({ starCounts: [2, 2, 1, 1, 2] })
  const { _id } = body.data as { _id: string }
  const removed = await server.call('DELETE', `/reviews/${_id}`, undefined, { token: author.token })
  expect(removed.body).toMatchObject({ starCounts: [2, 2, 1, 1, 1] })
})

it('returns 400 for an unknown order', async () => {
  const { status, body } = await list(itemId, '&sortBy=longest')
  expect([status, body.message]).toEqual([400, 'sortBy must be one of verified, newest, highest, lowest'])
})

it('exposes the author’s first name and initial and nothing else about them, except to staff', async () => {
  const [review] = (await list(itemId)).body.data
  expect(Object.keys(review!.user).toSorted()).toEqual(['_id', 'firstName', 'lastName'])
  expect(review!.user.lastName).toBe('D.')
  const { token } = await buildStaff(server)
  const { body } = await server.call<Review[]>('GET', '/admin/reviews?q=Silva', undefined, { token })
  expect(body.data[0]!.user.lastName).toBe('de Silva')
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
  // The rows were inserted without the ranks, which the app computes for earlier versions' rows at the start.
  await fillReviewRanks(server.app.db)
  const inOrder = async () => (await list(itemId, '&sortBy=verified')).body.data.map(({ description }) => description)
  expect(await inOrder()).toEqual(['Good', 'Me too'])
  await server.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'Sold out' }, { token: staff.token })
  expect(await inOrder()).toEqual(['Me too', 'Good'])
  await server.app.db.delete(reviews).where(eq(reviews.itemId, itemId))
})
