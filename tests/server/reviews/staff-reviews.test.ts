import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit, removedReviews } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildStaff, buildUser, type TestUser } from '../../build.ts'

type Review = { _id: string; itemName: string; description: string; stars: number }

let server: TestServer
let ada: TestUser
let eve: TestUser
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server, { firstName: 'Ada' })
  eve = await buildUser(server, { firstName: 'Eve' })
  mira = await buildStaff(server)
})
afterAll(() => server.close())

const list = (query: string, user: TestUser = mira) =>
  server.call<Review[]>('GET', `/admin/reviews${query}`, undefined, { token: user.token })
const write = async (user: TestUser, item: string, stars: number, description: string) =>
  (await server.call<Review>('POST', '/reviews', { item, stars, description }, { token: user.token })).body.data
const remove = (id: string, user: TestUser = mira) =>
  server.call('DELETE', `/admin/reviews/${id}`, undefined, { token: user.token })

it('lists all reviews newest first, filtered by text, item, author and stars', async () => {
  const [cloud, music] = [
    await buildItem(server, { name: 'Cloud room' }),
    await buildItem(server, { name: 'Music box' }),
  ]
  await write(ada, cloud.id, 5, 'Room for all')
  await write(eve, cloud.id, 1, 'It leaks')
  await write(eve, music.id, 3, 'Plays 100% of it')
  const texts = async (query: string) => (await list(query)).body.data.map(({ description }) => description)
  expect(await texts('')).toEqual(['Plays 100% of it', 'It leaks', 'Room for all'])
  expect(await texts('?q=LEAKS')).toEqual(['It leaks'])
  expect(await texts('?q=music')).toEqual(['Plays 100% of it'])
  expect(await texts('?q=ada')).toEqual(['Room for all'])
  expect(await texts('?q=100%25')).toEqual(['Plays 100% of it'])
  expect(await texts('?stars=1')).toEqual(['It leaks'])
  const first = await list('?limit=2')
  expect([first.body.totalCount, first.body.data.length]).toEqual([3, 2])
  expect(await texts(`?limit=2&cursor=${first.body.nextCursor}`)).toEqual(['Room for all'])
  expect((await list('?stars=6')).status).toBe(400)
})

it('removes a review, updates the rating and notifies the author', async () => {
  const item = await buildItem(server, { name: 'Lamp' })
  await write(ada, item.id, 5, 'Bright')
  const bad = await write(eve, item.id, 1, 'An advertisement')
  const [author, visitor] = [await server.connect({ token: eve.token }), await server.connect()]
  const removed = await remove(bad._id)
  expect(removed.body).toMatchObject({ averageRating: 5, reviewCount: 1, message: 'Review removed' })
  await expect.poll(visitor.eventSummaries).toEqual(['review.removed'])
  await expect.poll(author.eventSummaries).toEqual(['review.removed', 'notification.created'])
  const remaining = await server.call('GET', `/reviews?item=${item.id}`)
  expect(remaining.body.totalCount).toBe(1)
  const notifications = await server.call('GET', '/notifications', undefined, { token: eve.token })
  expect(notifications.body.notifications[0]).toMatchObject({
    type: 'warning',
    message: 'Your review of Lamp was removed by our staff',
    link: `/items/${item.id}`,
  })
  const [row] = await server.app.db.select().from(audit).orderBy(desc(audit.seq)).limit(1)
  expect(row).toMatchObject({
    actorId: mira.id,
    action: 'review.remove',
    subject: 'review',
    subjectId: bad._id,
    before: { item: item.id, user: eve.id, stars: 1, description: 'An advertisement' },
    after: null,
  })
  expect((await remove(bad._id)).status).toBe(404)
})

it('tells the author the reason, and lets them review the item again after a week', async () => {
  const [item, other] = [await buildItem(server, { name: 'Radio' }), await buildItem(server)]
  const { _id } = await write(eve, item.id, 1, 'Buy cheaper at mine')
  const again = (id: string, user = eve) =>
    server.call('POST', '/reviews', { item: id, stars: 2, description: 'Once more' }, { token: user.token })
  const wrong = await server.call('DELETE', `/admin/reviews/${_id}`, { reason: 'x' }, { token: mira.token })
  expect([wrong.status, wrong.body.message]).toEqual([400, 'Please give a reason'])
  await server.call(
    'DELETE',
    `/admin/reviews/${_id}`,
    { reason: ' It advertises another shop. ' },
    { token: mira.token },
  )
  const { notifications } = (await server.call('GET', '/notifications', undefined, { token: eve.token })).body
  expect(notifications[0]!.message).toBe('Your review of Radio was removed by our staff: It advertises another shop.')
  const [row] = await server.app.db.select().from(audit).orderBy(desc(audit.seq)).limit(1)
  expect(row!.after).toEqual({ reason: 'It advertises another shop.' })

  const refused = await again(item.id)
  expect(refused).toMatchObject({
    status: 422,
    body: {
      error: 'review_removed',
      message: 'Your review of this item was removed. You can write another one in 7 days.',
    },
  })
  expect((await again(other.id)).status).toBe(200)
  expect((await again(item.id, ada)).status).toBe(200)
  const age = async (days: number) =>
    server.app.db.update(removedReviews).set({ removedAt: new Date(Date.now() - days * 24 * 3_600_000 + 5000) })
  await age(7)
  expect((await again(item.id)).body.message).toContain('tomorrow')
  await age(8)
  const { body } = await again(item.id)
  expect(body.success).toBe(true)
  const second = body.data as unknown as Review
  await server.call('DELETE', `/admin/reviews/${second._id}`, undefined, { token: mira.token })
  expect((await again(item.id)).status).toBe(422)
})

it('returns 403 to customers', async () => {
  const item = await buildItem(server)
  const { _id } = await write(ada, item.id, 4, 'Good')
  expect((await list('', eve)).status).toBe(403)
  expect((await remove(_id, eve)).status).toBe(403)
  expect((await server.call('GET', `/reviews?item=${item.id}`)).body.totalCount).toBe(1)
})
