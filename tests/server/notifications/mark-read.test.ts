import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { notifications } from '../../../drizzle/schema.ts'
import { notify } from '../../../server/notifications/notify.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await buildUser(server)
})

const sendNotifications = (count: number, { id } = ada) =>
  runMutation(server.app, async (ctx) => {
    for (let i = 1; i <= count; i += 1) await notify(ctx, id, { type: 'info', message: `${i}`, link: '/orders' })
  })
const list = async (query = '', { token } = ada) =>
  (await server.call('GET', `/notifications?${query}`, undefined, { token })).body
const messages = async (query = '') => (await list(query)).notifications.map(({ message }) => message)
const read = (id: string, { token } = ada) => server.call('POST', `/notifications/${id}/read`, undefined, { token })
const readAll = () => server.call('POST', '/notifications/mark-all-read', undefined, { token: ada.token })

it('lists each notification once, newest first, by skip or by cursor', async () => {
  await sendNotifications(7)
  // Created at the same time, so the ids decide the order.
  await server.app.db.update(notifications).set({ createdAt: new Date(1_700_000_000_000) })
  const all = await messages()
  expect(all.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  expect([
    ...(await messages('limit=3')),
    ...(await messages('limit=3&skip=3')),
    ...(await messages('skip=6')),
  ]).toEqual(all)
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Awaited<ReturnType<typeof list>> = await list(`limit=2&cursor=${cursor}`)
    paged.push(...page.notifications.map(({ message }) => message))
    cursor = page.nextCursor
  }
  expect(paged).toEqual(all)
})

it('marks one as read, publishes the unread count and does nothing the second time', async () => {
  await sendNotifications(3)
  const device = await server.connect({ token: ada.token })
  const [first] = (await list()).notifications
  expect((await read(first!._id)).body.unread).toBe(2)
  expect((await read(first!._id)).body.unread).toBe(2)
  expect(await list('unreadOnly=1&limit=1')).toMatchObject({ unread: 2, notifications: [{ read: false }] })
  expect(await messages('unreadOnly=1')).toHaveLength(2)
  expect((await list()).notifications[0]).toEqual({ ...first, read: true })
  await expect
    .poll(device.events)
    .toMatchObject([{ type: 'notification.read', data: { ids: [first!._id], unread: 2 } }])
})

it('marks all as read', async () => {
  await sendNotifications(3)
  const device = await server.connect({ token: ada.token })
  expect((await readAll()).body.unread).toBe(0)
  expect((await readAll()).body.unread).toBe(0)
  await sendNotifications(1)
  await expect.poll(device.eventSummaries).toEqual(['notification.read', 'notification.created'])
  expect(device.events().map(({ data }) => [data.ids, data.unread])).toEqual([
    ['all', 0],
    [undefined, 1],
  ])
})

it('marks any number as read by one row, and leaves later ones unread', async () => {
  await sendNotifications(30)
  const [first] = (await list()).notifications
  await read(first!._id)
  expect((await readAll()).body.unread).toBe(0)
  // None of the rows was written but the one that was read by itself.
  const rows = await server.app.db.select().from(notifications).where(eq(notifications.userId, ada.id))
  expect(rows.filter((row) => row.read)).toHaveLength(1)
  await sendNotifications(2)
  expect(await list()).toMatchObject({ unread: 2 })
  expect((await list()).notifications.map((row) => row.read)).toEqual([
    false,
    false,
    ...Array.from({ length: 30 }, () => true),
  ])
  expect(await messages('unreadOnly=1')).toEqual(['2', '1'])
  expect((await readAll()).body.unread).toBe(0)
  expect(await messages('unreadOnly=1')).toEqual([])
})

it('returns 404 for another user’s notification', async () => {
  await sendNotifications(2)
  const sam = await buildUser(server)
  const [notification] = (await list()).notifications
  const rejected = await read(notification!._id, sam)
  expect([rejected.status, rejected.body.message]).toEqual([404, 'Notification not found'])
  expect((await read('nothing')).status).toBe(404)
  expect(await list('', sam)).toMatchObject({ notifications: [], unread: 0 })
  expect((await list()).unread).toBe(2)
})

it('counts the unread rows correctly under simultaneous reads and writes', async () => {
  await sendNotifications(10)
  const all = (await list()).notifications
  await Promise.all([
    ...all.slice(0, 6).map(({ _id }) => read(_id)),
    sendNotifications(3),
    readAll(),
    sendNotifications(2),
  ])
  const { notifications: rows, unread } = await list()
  expect(rows).toHaveLength(15)
  expect(unread).toBe(rows.filter((row) => !row.read).length)
  expect(await messages('unreadOnly=1')).toHaveLength(unread)
})

it.each(['limit=0', 'limit=101', 'skip=-1', 'unreadOnly=yes', 'cursor=x'])('returns 400 for %s', async (query) => {
  const { token } = ada
  expect((await server.call('GET', `/notifications?${query}`, undefined, { token })).status).toBe(400)
})
