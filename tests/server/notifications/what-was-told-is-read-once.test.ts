import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifications } from '../../../drizzle/schema.ts'
import { notify } from '../../../server/notifications/notify.ts'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore } from '../../app.ts'
import { buildUser, type Somebody } from '../../build.ts'

let store: TestStore
let ada: Somebody
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  ada = await buildUser(store)
})

const tell = (count: number, { id } = ada) =>
  change(store.store, async (making) => {
    for (let i = 1; i <= count; i += 1) await notify(making, id, { type: 'info', message: `${i}`, link: '/orders' })
  })
const list = async (query = '', { token } = ada) =>
  (await store.call('GET', `/notifications?${query}`, undefined, { token })).body
const messages = async (query = '') => (await list(query)).notifications.map(({ message }) => message)
const read = (id: string, { token } = ada) => store.call('POST', `/notifications/${id}/read`, undefined, { token })
const readAll = () => store.call('POST', '/notifications/mark-all-read', undefined, { token: ada.token })

test('newest first, by skip and limit or by cursor, each once', async () => {
  await tell(7)
  // All of the same moment, so that their ids settle it.
  await store.store.db.update(notifications).set({ createdAt: new Date(1_700_000_000_000) })
  const whole = await messages()
  expect(whole.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect([
    ...(await messages('limit=3')),
    ...(await messages('limit=3&skip=3')),
    ...(await messages('skip=6')),
  ]).toEqual(whole)
  const walked: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list(`limit=2&cursor=${cursor}`)
    walked.push(...page.notifications.map(({ message }) => message))
    cursor = page.nextCursor
  }
  expect(walked).toEqual(whole)
})

test('one that is read counts no more, and a second time changes nothing', async () => {
  await tell(3)
  const phone = await store.follow({ token: ada.token })
  const [first] = (await list()).notifications
  expect((await read(first!._id)).body.unread).toBe(2)
  expect((await read(first!._id)).body.unread).toBe(2)
  expect(await list('unreadOnly=1&limit=1')).toMatchObject({ unread: 2, notifications: [{ read: false }] })
  expect(await messages('unreadOnly=1')).toHaveLength(2)
  expect((await list()).notifications[0]).toEqual({ ...first, read: true })
  await expect.poll(phone.events).toMatchObject([{ type: 'notification.read', data: { ids: [first!._id], unread: 2 } }])
})

test('all at once', async () => {
  await tell(3)
  const phone = await store.follow({ token: ada.token })
  expect((await readAll()).body.unread).toBe(0)
  expect((await readAll()).body.unread).toBe(0)
  await tell(1)
  await expect.poll(phone.heard).toEqual(['notification.read', 'notification.created'])
  expect(phone.events().map(({ data }) => [data.ids, data.unread])).toEqual([
    ['all', 0],
    [undefined, 1],
  ])
})

test('somebody else’s is not there', async () => {
  await tell(2)
  const sam = await buildUser(store)
  const [hers] = (await list()).notifications
  const refused = await read(hers!._id, sam)
  expect([refused.status, refused.body.message]).toEqual([404, 'Notification not found'])
  expect((await read('nothing')).status).toBe(404)
  expect(await list('', sam)).toMatchObject({ notifications: [], unread: 0 })
  expect((await list()).unread).toBe(2)
})

test('unread is the number of rows unread, whatever was read at the same time', async () => {
  await tell(10)
  const all = (await list()).notifications
  await Promise.all([...all.slice(0, 6).map(({ _id }) => read(_id)), tell(3), readAll(), tell(2)])
  const rows = await store.store.db.select().from(notifications).where(eq(notifications.userId, ada.id))
  expect((await list()).unread).toBe(rows.filter((row) => !row.read).length)
})

test.each(['limit=0', 'limit=101', 'skip=-1', 'unreadOnly=yes', 'cursor=x'])('%s is refused', async (query) => {
  const { token } = ada
  expect((await store.call('GET', `/notifications?${query}`, undefined, { token })).status).toBe(400)
})
