import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviews } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildItem, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

type Review = { _id: string; stars: number; description: string; verifiedPurchase: boolean; user: object; item: string }
let store: TestStore
let itemId: string
const people: Somebody[] = []
beforeAll(async () => {
  store = await openTestStore()
  itemId = (await buildItem(store)).id
  for (let i = 0; i < 7; i += 1) people.push(await buildUser(store, { firstName: `P${i}`, lastName: 'Silva' }))
  await store.store.db.insert(reviews).values(
    people.map(({ id }, i) => ({
      itemId,
      userId: id,
      stars: 1 + (i % 5),
      description: `<b>Review</b> ${i}`,
      createdAt: new Date(1_700_000_000_000 + Math.floor(i / 3) * 1000),
    })),
  )
})
afterAll(() => store.close())

const list = (item: string, query = '') => store.call<Review[]>('GET', `/reviews?item=${item}${query}`)

test('newest first, each exactly once, however small the pages', async () => {
  const whole = (await list(itemId)).body
  expect(whole).toMatchObject({ totalCount: 7, nextCursor: null })
  for (const limit of [1, 2, 5]) {
    const walked: Review[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await list(itemId, `&limit=${limit}&cursor=${cursor}`)
      walked.push(...body.data)
      cursor = body.nextCursor
    }
    expect(walked).toEqual(whole.data)
  }
})

test('a review tells its author’s name and nothing else of them', async () => {
  const [review] = (await list(itemId)).body.data
  expect(Object.keys(review!.user).toSorted()).toEqual(['_id', 'firstName', 'lastName'])
  expect(review).toMatchObject({ item: itemId, description: '<b>Review</b> 6', verifiedPurchase: false })
})

test('of an item without reviews there are none; of none, Item not found', async () => {
  const other = await buildItem(store)
  expect((await list(other.id)).body).toMatchObject({ data: [], totalCount: 0, nextCursor: null })
  const { status, body } = await list('nothing')
  expect([status, body.message]).toEqual([404, 'Item not found'])
  expect((await store.call('GET', '/reviews')).body.message).toBe('item must be the id of an item')
})

test('by someone whose order for the item is completed it says Verified purchase, at once', async () => {
  const staff = await buildStaff(store)
  const author = await buildUser(store)
  const order = await buildVerifiedOrder(store, author, staff)
  const bought = order.items[0]!.item
  await store.store.db.insert(reviews).values({ itemId: bought, userId: author.id, stars: 5, description: 'Good' })
  await store.store.db
    .insert(reviews)
    .values({ itemId: bought, userId: people[0]!.id, stars: 5, description: 'Me too' })
  const verified = async () =>
    (await list(bought)).body.data
      .map(({ description, verifiedPurchase }) => `${description}: ${verifiedPurchase}`)
      .toSorted()
  expect(await verified()).toEqual(['Good: false', 'Me too: false'])
  await store.call('PATCH', `/admin/orders/${order._id}/complete`, {}, { token: staff.token })
  expect(await verified()).toEqual(['Good: true', 'Me too: false'])
  await store.store.db.delete(reviews).where(eq(reviews.itemId, bought))
})
