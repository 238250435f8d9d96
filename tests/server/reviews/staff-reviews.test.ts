import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildItem, buildStaff, buildUser, type Somebody } from '../../build.ts'

type Review = { _id: string; itemName: string; description: string; stars: number }

let store: TestStore
let [ada, eve, mira] = [] as unknown as [Somebody, Somebody, Somebody]
beforeAll(async () => {
  store = await openTestStore()
  ada = await buildUser(store, { firstName: 'Ada' })
  eve = await buildUser(store, { firstName: 'Eve' })
  mira = await buildStaff(store)
})
afterAll(() => store.close())

const list = (query: string, who: Somebody = mira) =>
  store.call<Review[]>('GET', `/admin/reviews${query}`, undefined, { token: who.token })
const write = async (who: Somebody, item: string, stars: number, description: string) =>
  (await store.call<Review>('POST', '/reviews', { item, stars, description }, { token: who.token })).body.data
const remove = (id: string, who: Somebody = mira) =>
  store.call('DELETE', `/admin/reviews/${id}`, undefined, { token: who.token })

test('all reviews are listed newest first, and found by words, item, person and stars', async () => {
  const [cloud, music] = [await buildItem(store, { name: 'Cloud room' }), await buildItem(store, { name: 'Music box' })]
  await write(ada, cloud.id, 5, 'Room for all')
  await write(eve, cloud.id, 1, 'It leaks')
  await write(eve, music.id, 3, 'Plays 100% of it')
  const texts = async (query: string) => (await list(query)).body.data.map((one) => one.description)
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

test('one that is removed is gone for everybody, the rating follows, and its author is told', async () => {
  const item = await buildItem(store, { name: 'Lamp' })
  await write(ada, item.id, 5, 'Bright')
  const bad = await write(eve, item.id, 1, 'An advertisement')
  const [hers, visitor] = [await store.follow({ token: eve.token }), await store.follow()]
  const removed = await remove(bad._id)
  expect(removed.body).toMatchObject({ averageRating: 5, reviewCount: 1, message: 'Review removed' })
  await expect.poll(visitor.heard).toEqual(['review.removed'])
  await expect.poll(hers.heard).toEqual(['review.removed', 'notification.created'])
  const shown = await store.call('GET', `/reviews?item=${item.id}`)
  expect(shown.body.totalCount).toBe(1)
  const told = await store.call('GET', '/notifications', undefined, { token: eve.token })
  expect(told.body.notifications[0]).toMatchObject({
    type: 'warning',
    message: 'Your review of Lamp was removed by our staff',
    link: `/items/${item.id}`,
  })
  const [row] = await store.store.db.select().from(audit).orderBy(desc(audit.seq)).limit(1)
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

test('customers neither list nor remove', async () => {
  const item = await buildItem(store)
  const { _id } = await write(ada, item.id, 4, 'Good')
  expect((await list('', eve)).status).toBe(403)
  expect((await remove(_id, eve)).status).toBe(403)
  expect((await store.call('GET', `/reviews?item=${item.id}`)).body.totalCount).toBe(1)
})
