import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notifications } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildStaff, buildUser, type Somebody } from '../../build.ts'
import { eventsOf, expectWhole, talkIn } from './talk.ts'

let store: TestStore
let talk: ReturnType<typeof talkIn>
let mira: Somebody
beforeAll(async () => {
  store = await openTestStore()
  talk = talkIn(store)
  mira = await buildStaff(store, { firstName: 'Mira' })
})
afterAll(() => store.close())

const noticesOf = ({ id }: Somebody) => store.store.db.select().from(notifications).where(eq(notifications.userId, id))

describe('reading', () => {
  test('takes what the other side wrote, up to there, and is told to both', async () => {
    const ada = await buildUser(store)
    await talk.write(ada, 'One')
    const answers = [
      await talk.write(mira, 'Two', { userId: ada.id }),
      await talk.write(mira, 'Three', { userId: ada.id }),
    ] as const
    const [customer, staff] = [await store.follow({ token: ada.token }), await store.follow({ token: mira.token })]
    expect((await talk.list(ada)).body.unread).toBe(2)
    expect((await talk.list(mira, `?userId=${ada.id}`)).body.unread).toBe(1)

    expect((await talk.read(ada, answers[0]._id)).body.unread).toBe(1)
    await until(() => eventsOf(staff, 'support.read').length === 1)
    const told = { userId: ada.id, by: 'customer', upTo: answers[0]._id, seq: 2 }
    expect(eventsOf(staff, 'support.read')).toEqual([{ ...told, unread: 1 }])
    await until(() => eventsOf(customer, 'support.read').length === 1)
    expect(eventsOf(customer, 'support.read')).toEqual([{ ...told, unread: 1 }])
    expect((await talk.list(ada)).body.messages.map((one) => one.read)).toEqual([false, true, false])

    expect(await staff.ask('support:read', { userId: ada.id, upTo: answers[1]._id })).toEqual({ success: true })
    await until(() => eventsOf(staff, 'support.read').length === 2)
    expect(eventsOf(staff, 'support.read')[1]).toEqual({
      userId: ada.id,
      by: 'staff',
      upTo: answers[1]._id,
      seq: 3,
      unread: 0,
    })
    await until(() => eventsOf(customer, 'support.read').length === 2)
    expect(eventsOf(customer, 'support.read')[1]).toMatchObject({ by: 'staff', unread: 1 })
    expect((await talk.list(ada)).body.messages.map((one) => one.read)).toEqual([true, true, false])
    await expectWhole(store, ada.id)
  })

  test('again changes nothing, and neither does reading one’s own', async () => {
    const ada = await buildUser(store)
    const own = await talk.write(ada, 'Mine')
    const answer = await talk.write(mira, 'Yours', { userId: ada.id })
    await talk.read(ada, answer._id)
    const socket = await store.follow({ token: ada.token })
    expect(await talk.read(ada, answer._id)).toMatchObject({ status: 200, body: { unread: 0 } })
    expect(await socket.ask('support:read', { upTo: answer._id })).toEqual({ success: true })
    expect(await talk.read(ada, own._id)).toMatchObject({ status: 200, body: { unread: 0 } })
    expect(await socket.ask('support:read', { upTo: own._id })).toEqual({ success: true })
    expect(socket.events()).toEqual([])
    expect((await expectWhole(store, ada.id)).rows.map((row) => row.read)).toEqual([false, true])
  })

  test('is nobody else’s: a stranger’s message is not there', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const answer = await talk.write(mira, 'Hello', { userId: ada.id })
    const socket = await store.follow({ token: eve.token })
    expect(await talk.read(eve, answer._id)).toMatchObject({ status: 404, body: { message: 'Message not found' } })
    expect(await talk.read(eve, 'none')).toMatchObject({ status: 404, body: { message: 'Message not found' } })
    const refused = { success: false, message: 'Message not found', error: 'not_found' }
    for (const read of [{ upTo: answer._id }, { upTo: answer._id, userId: ada.id }, { upTo: 'none' }]) {
      expect(await socket.ask('support:read', read)).toEqual(refused)
    }
    const staff = await store.follow({ token: mira.token })
    expect(await staff.ask('support:read', { upTo: answer._id, userId: eve.id })).toEqual(refused)
    expect((await talk.list(ada)).body.unread).toBe(1)
  })

  test('by many at once counts each message once', async () => {
    const ada = await buildUser(store)
    const sent = []
    for (let i = 0; i < 20; i += 1) sent.push(await talk.write(mira, `${i}`, { userId: ada.id }))
    await Promise.all([
      ...sent.map((one) => talk.read(ada, one._id)),
      ...sent.map((_, i) => talk.write(mira, `More ${i}`, { userId: ada.id })),
      ...sent.map((_, i) => talk.write(ada, `Mine ${i}`)),
    ])
    const { conversation } = await expectWhole(store, ada.id)
    expect(conversation).toMatchObject({ customerUnread: 20, staffUnread: 20 })
  })
})

describe('a reply', () => {
  test('leaves one unread notification however many there are, which reading clears', async () => {
    const ada = await buildUser(store)
    const customer = await store.follow({ token: ada.token })
    await talk.write(mira, 'One', { userId: ada.id })
    const last = await talk.write(mira, 'Two', { userId: ada.id })
    expect(await noticesOf(ada)).toMatchObject([
      { type: 'info', message: 'Support replied to you', link: '/support', read: false },
    ])
    await talk.read(ada, last._id)
    const [notice] = await noticesOf(ada)
    expect(notice!.read).toBe(true)
    await until(() => eventsOf(customer, 'notification.read').length === 1)
    expect(eventsOf(customer, 'notification.created')).toHaveLength(1)
    expect(eventsOf(customer, 'notification.read')).toEqual([{ ids: [notice!.id], unread: 0 }])

    await talk.write(mira, 'Three', { userId: ada.id })
    expect((await noticesOf(ada)).filter((one) => !one.read)).toHaveLength(1)
  })

  test('keeps its notification while something is unread; other notifications stay as they are', async () => {
    const ada = await buildUser(store)
    await store.store.db.insert(notifications).values({ userId: ada.id, message: 'Other', link: '/orders' })
    const first = await talk.write(mira, 'One', { userId: ada.id })
    const second = await talk.write(mira, 'Two', { userId: ada.id })
    const unread = async () => (await noticesOf(ada)).filter((one) => !one.read).map((one) => one.link)
    await talk.read(ada, first._id)
    expect(new Set(await unread())).toEqual(new Set(['/orders', '/support']))
    await talk.read(ada, second._id)
    expect(await unread()).toEqual(['/orders'])
  })

  test('notifies nobody of what a customer writes', async () => {
    const ada = await buildUser(store)
    await talk.write(ada, 'Hello')
    expect(await noticesOf(ada)).toEqual([])
    expect(await noticesOf(mira)).toEqual([])
  })
})

describe('the history', () => {
  test('opens at its end and goes back page by page, each message once', async () => {
    const ada = await buildUser(store)
    for (let i = 1; i <= 23; i += 1) await talk.write(ada, `${i}`)
    const pages: number[][] = []
    let cursor = ''
    do {
      const { body } = await talk.list(ada, `?limit=10${cursor && `&cursor=${cursor}`}`)
      pages.push(body.messages.map((one) => one.seq))
      cursor = body.nextCursor ?? ''
      // What is written meanwhile moves nothing.
      await talk.write(ada, 'Meanwhile')
    } while (cursor)
    const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)
    expect(pages).toEqual([from(14, 23), from(4, 13), from(1, 3)])
    expect((await talk.list(ada, '?limit=101')).status).toBe(400)
    expect((await talk.list(ada, '?cursor=nonsense')).status).toBe(400)
  })

  test('is the customer’s own; staff see that of whom they ask for', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    await talk.write(ada, 'Mine')
    expect((await talk.list(eve)).body.messages).toEqual([])
    expect(await talk.list(eve, `?userId=${ada.id}`)).toMatchObject({ status: 403, body: { error: 'not_yours' } })
    expect((await talk.list(ada, `?userId=${ada.id}`)).body.messages).toHaveLength(1)
    expect((await talk.list(mira, `?userId=${ada.id}`)).body.messages).toHaveLength(1)
    expect((await talk.list(mira)).body.messages).toEqual([])
    expect((await talk.list(mira, '?userId=none')).status).toBe(404)
    expect((await store.call('GET', '/support-chat')).status).toBe(401)
  })
})
