import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildItem, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let sam: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { firstName: 'Ada' })
  sam = await buildUser(server, { firstName: 'Sam' })
})
afterAll(() => server.close())

const write = (user: TestUser, item: string, stars = 5, description = 'Works as promised.') =>
  server.call('POST', '/reviews', { item, stars, description }, { token: user.token })
const readRating = async (item: string) => {
  const { body } = await server.call('GET', `/items/${item}`)
  const { averageRating, reviewCount } = body.data as { averageRating: number; reviewCount: number }
  return [averageRating, reviewCount]
}

it('updates the rating when reviews are written, changed and deleted, and publishes it to everyone', async () => {
  const item = await buildItem(server)
  const visitor = await server.connect({})
  const first = await write(ada, item.id, 5)
  expect(first.body).toMatchObject({ averageRating: 5, reviewCount: 1, data: { stars: 5, verifiedPurchase: false } })
  await write(sam, item.id, 2)
  expect(await readRating(item.id)).toEqual([3.5, 2])

  const id = (first.body.data as { _id: string })._id
  const changed = { item: item.id, stars: 3, description: 'It grew on me less.' }
  await server.call('PUT', `/reviews/${id}`, changed, { token: ada.token })
  expect(await readRating(item.id)).toEqual([2.5, 2])
  await server.call('DELETE', `/reviews/${id}`, undefined, { token: ada.token })
  expect(await readRating(item.id)).toEqual([2, 1])

  await waitFor(() => visitor.events().length === 4)
  expect(visitor.events().map(({ type, data }) => [type, (data as { averageRating: number }).averageRating])).toEqual([
    ['review.changed', 5],
    ['review.changed', 3.5],
    ['review.changed', 2.5],
    ['review.removed', 2],
  ])
  const { body } = await server.call('GET', `/reviews?item=${item.id}`)
  expect(body).toMatchObject({ totalCount: 1, data: [{ user: { firstName: 'Sam' } }] })
})

it('returns 409 for a second review and 404 for another user’s review', async () => {
  const item = await buildItem(server)
  const { body } = await write(ada, item.id)
  expect(await write(ada, item.id)).toMatchObject({ status: 409, body: { error: 'already_reviewed' } })
  const path = `/reviews/${(body.data as { _id: string })._id}`
  const changed = { item: item.id, stars: 1, description: 'Not mine.' }
  expect(await server.call('PUT', path, changed, { token: sam.token })).toMatchObject({ status: 404 })
  expect(await server.call('DELETE', path, undefined, { token: sam.token })).toMatchObject({ status: 404 })
  expect(await server.call('DELETE', path)).toMatchObject({ status: 401 })
  expect(await readRating(item.id)).toEqual([5, 1])
})

it('stores one of fifty simultaneous reviews by the same user', async () => {
  const item = await buildItem(server)
  const responses = await Promise.all(Array.from({ length: 50 }, () => write(ada, item.id, 4)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await readRating(item.id)).toEqual([4, 1])
})

it.each([
  [{ stars: 0 }, 'Please select a rating'],
  [{ stars: 6 }, 'Please select a rating'],
  [{ stars: 4.5 }, 'Please select a rating'],
  [{ description: '  ab ' }, 'Please enter at least 3 characters'],
])('rejects %j', async (fields, message) => {
  const item = await buildItem(server)
  const review = { item: item.id, stars: 5, description: 'Fine by me.', ...fields }
  const { status, body } = await server.call('POST', '/reviews', review, { token: ada.token })
  expect([status, body.message]).toEqual([400, message])
  expect(await readRating(item.id)).toEqual([0, 0])
})

it('marks a review as a verified purchase from completion until a refund', async () => {
  const staff = await buildStaff(server)
  const order = await buildVerifiedOrder(server, ada, staff)
  const item = order.items[0]!.item
  await write(ada, item)
  const isVerified = async () => {
    const { body } = await server.call('GET', `/reviews?item=${item}`)
    return (body.data as unknown as { verifiedPurchase: boolean }[])[0]!.verifiedPurchase
  }
  expect(await isVerified()).toBe(false)
  await server.call('PATCH', `/admin/orders/${order._id}/complete`, {}, { token: staff.token })
  expect(await isVerified()).toBe(true)
  await server.call('PATCH', `/admin/orders/${order._id}/refund`, { reason: 'As agreed.' }, { token: staff.token })
  expect(await isVerified()).toBe(false)
})
