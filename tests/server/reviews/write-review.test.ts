import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildItem, buildStaff, buildUser, buildVerifiedOrder, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
let sam: Somebody
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, { firstName: 'Ada' })
  sam = await buildUser(store, { firstName: 'Sam' })
})
afterAll(() => store.close())

const write = (who: Somebody, item: string, stars = 5, description = 'Works as promised.') =>
  store.call('POST', '/reviews', { item, stars, description }, { token: who.token })
const average = async (item: string) => {
  const { body } = await store.call('GET', `/items/${item}`)
  const { averageRating, reviewCount } = body.data as { averageRating: number; reviewCount: number }
  return [averageRating, reviewCount]
}

test('the average is kept as reviews come, change and go, and everybody who looks is told', async () => {
  const item = await buildItem(store)
  const visitor = await store.follow({})
  await until(() => visitor.told.length > 0)
  const first = await write(ada, item.id, 5)
  expect(first.body).toMatchObject({ averageRating: 5, reviewCount: 1, data: { stars: 5, verifiedPurchase: false } })
  await write(sam, item.id, 2)
  expect(await average(item.id)).toEqual([3.5, 2])

  const id = (first.body.data as { _id: string })._id
  const changed = { item: item.id, stars: 3, description: 'It grew on me less.' }
  await store.call('PUT', `/reviews/${id}`, changed, { token: ada.token })
  expect(await average(item.id)).toEqual([2.5, 2])
  await store.call('DELETE', `/reviews/${id}`, undefined, { token: ada.token })
  expect(await average(item.id)).toEqual([2, 1])

  await until(() => visitor.events().length === 4)
  expect(visitor.events().map(({ type, data }) => [type, (data as { averageRating: number }).averageRating])).toEqual([
    ['review.changed', 5],
    ['review.changed', 3.5],
    ['review.changed', 2.5],
    ['review.removed', 2],
  ])
  const { body } = await store.call('GET', `/reviews?item=${item.id}`)
  expect(body).toMatchObject({ totalCount: 1, data: [{ user: { firstName: 'Sam' } }] })
})

test('nobody reviews an item twice, or touches the review of somebody else', async () => {
  const item = await buildItem(store)
  const { body } = await write(ada, item.id)
  expect(await write(ada, item.id)).toMatchObject({ status: 409, body: { error: 'already_reviewed' } })
  const path = `/reviews/${(body.data as { _id: string })._id}`
  const changed = { item: item.id, stars: 1, description: 'Not mine.' }
  expect(await store.call('PUT', path, changed, { token: sam.token })).toMatchObject({ status: 404 })
  expect(await store.call('DELETE', path, undefined, { token: sam.token })).toMatchObject({ status: 404 })
  expect(await store.call('DELETE', path)).toMatchObject({ status: 401 })
  expect(await average(item.id)).toEqual([5, 1])
})

test('fifty at once by the same person leave one', async () => {
  const item = await buildItem(store)
  const answers = await Promise.all(Array.from({ length: 50 }, () => write(ada, item.id, 4)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await average(item.id)).toEqual([4, 1])
})

test.each([
  [{ stars: 0 }, 'Please select a rating'],
  [{ stars: 6 }, 'Please select a rating'],
  [{ stars: 4.5 }, 'Please select a rating'],
  [{ description: '  ab ' }, 'Please enter at least 3 characters'],
])('%j is refused in the owner’s words', async (wrong, message) => {
  const item = await buildItem(store)
  const review = { item: item.id, stars: 5, description: 'Fine by me.', ...wrong }
  const { status, body } = await store.call('POST', '/reviews', review, { token: ada.token })
  expect([status, body.message]).toEqual([400, message])
  expect(await average(item.id)).toEqual([0, 0])
})

test('a review carries “verified purchase” from the day the order is completed until it is refunded', async () => {
  const staff = await buildStaff(store)
  const order = await buildVerifiedOrder(store, ada, staff)
  const item = order.items[0]!.item
  await write(ada, item)
  const isVerified = async () => {
    const { body } = await store.call('GET', `/reviews?item=${item}`)
    return (body.data as unknown as { verifiedPurchase: boolean }[])[0]!.verifiedPurchase
  }
  expect(await isVerified()).toBe(false)
  await store.call('PATCH', `/admin/orders/${order._id}/complete`, {}, { token: staff.token })
  expect(await isVerified()).toBe(true)
  await store.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'As agreed.' }, { token: staff.token })
  expect(await isVerified()).toBe(false)
})
