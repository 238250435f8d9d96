import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { payloadsOf, expectConsistent, createSupportClient } from './support-client.ts'

let server: TestServer
let support: ReturnType<typeof createSupportClient>
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  support = createSupportClient(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
})
afterAll(() => server.close())

const listNotifications = ({ id }: TestUser) =>
  server.app.db.select().from(notifications).where(eq(notifications.userId, id))

describe('marking messages as read', () => {
  it('marks the other side’s messages up to that one, and publishes it to both sides', async () => {
    const ada = await buildUser(server)
    await support.write(ada, 'One')
    const replies = [
      await support.write(mira, 'Two', { userId: ada.id }),
      await support.write(mira, 'Three', { userId: ada.id }),
    ] as const
    const [customerSocket, staffSocket] = [
      await server.connect({ token: ada.token }),
      await server.connect({ token: mira.token }),
    ]
    expect((await support.list(ada)).body.unread).toBe(2)
    expect((await support.list(mira, `?userId=${ada.id}`)).body.unread).toBe(1)

    expect((await support.read(ada, replies[0]._id)).body.unread).toBe(1)
    await waitFor(() => payloadsOf(staffSocket, 'support.read').length === 1)
    const data = { userId: ada.id, by: 'customer', upTo: replies[0]._id, seq: 2 }
    expect(payloadsOf(staffSocket, 'support.read')).toEqual([{ ...data, unread: 1 }])
    await waitFor(() => payloadsOf(customerSocket, 'support.read').length === 1)
    expect(payloadsOf(customerSocket, 'support.read')).toEqual([{ ...data, unread: 1 }])
    expect((await support.list(ada)).body.messages.map(({ read }) => read)).toEqual([false, true, false])

    expect(await staffSocket.emit('support:read', { userId: ada.id, upTo: replies[1]._id })).toEqual({ success: true })
    await waitFor(() => payloadsOf(staffSocket, 'support.read').length === 2)
    expect(payloadsOf(staffSocket, 'support.read')[1]).toEqual({
      userId: ada.id,
      by: 'staff',
      upTo: replies[1]._id,
      seq: 3,
      unread: 0,
    })
    await waitFor(() => payloadsOf(customerSocket, 'support.read').length === 2)
    expect(payloadsOf(customerSocket, 'support.read')[1]).toMatchObject({ by: 'staff', unread: 1 })
    expect((await support.list(ada)).body.messages.map(({ read }) => read)).toEqual([true, true, false])
    await expectConsistent(server, ada.id)
  })

  it('does nothing when repeated, or for one’s own message', async () => {
    const ada = await buildUser(server)
    const own = await support.write(ada, 'Mine')
    const reply = await support.write(mira, 'Yours', { userId: ada.id })
    await support.read(ada, reply._id)
    const socket = await server.connect({ token: ada.token })
    expect(await support.read(ada, reply._id)).toMatchObject({ status: 200, body: { unread: 0 } })
    expect(await socket.emit('support:read', { upTo: reply._id })).toEqual({ success: true })
    expect(await support.read(ada, own._id)).toMatchObject({ status: 200, body: { unread: 0 } })
    expect(await socket.emit('support:read', { upTo: own._id })).toEqual({ success: true })
    expect(socket.events()).toEqual([])
    expect((await expectConsistent(server, ada.id)).rows.map((row) => row.read)).toEqual([false, true])
  })

  it('returns 404 for a message in another customer’s conversation', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    const reply = await support.write(mira, 'Hello', { userId: ada.id })
    const socket = await server.connect({ token: eve.token })
    expect(await support.read(eve, reply._id)).toMatchObject({ status: 404, body: { message: 'Message not found' } })
    expect(await support.read(eve, 'none')).toMatchObject({ status: 404, body: { message: 'Message not found' } })
    const notFound = { success: false, message: 'Message not found', error: 'not_found' }
    for (const input of [{ upTo: reply._id }, { upTo: reply._id, userId: ada.id }, { upTo: 'none' }]) {
      expect(await socket.emit('support:read', input)).toEqual(notFound)
    }
    const staff = await server.connect({ token: mira.token })
    expect(await staff.emit('support:read', { upTo: reply._id, userId: eve.id })).toEqual(notFound)
    expect((await support.list(ada)).body.unread).toBe(1)
  })

  it('counts each message once under simultaneous requests', async () => {
    const ada = await buildUser(server)
    const messages = []
    for (let i = 0; i < 20; i += 1) messages.push(await support.write(mira, `${i}`, { userId: ada.id }))
    await Promise.all([
      ...messages.map(({ _id }) => support.read(ada, _id)),
      ...messages.map((_, i) => support.write(mira, `More ${i}`, { userId: ada.id })),
      ...messages.map((_, i) => support.write(ada, `Mine ${i}`)),
    ])
    const { conversation } = await expectConsistent(server, ada.id)
    expect(conversation).toMatchObject({ customerUnread: 20, staffUnread: 20 })
  })
})

describe('the notification of a reply', () => {
  it('is created once for several replies, and marked as read with them', async () => {
    const ada = await buildUser(server)
    const customerSocket = await server.connect({ token: ada.token })
    await support.write(mira, 'One', { userId: ada.id })
    const last = await support.write(mira, 'Two', { userId: ada.id })
    expect(await listNotifications(ada)).toMatchObject([
      { type: 'info', message: 'Support replied: “One”', link: '/support', read: false },
    ])
    await support.read(ada, last._id)
    const [notification] = await listNotifications(ada)
    expect(notification!.read).toBe(true)
    await waitFor(() => payloadsOf(customerSocket, 'notification.read').length === 1)
    expect(payloadsOf(customerSocket, 'notification.created')).toHaveLength(1)
    expect(payloadsOf(customerSocket, 'notification.read')).toEqual([{ ids: [notification!.id], unread: 0 }])

    await support.write(mira, 'Three', { userId: ada.id })
    expect((await listNotifications(ada)).filter(({ read }) => !read)).toHaveLength(1)
  })

  it('stays unread while a reply is unread, and leaves other notifications alone', async () => {
    const ada = await buildUser(server)
    await server.app.db.insert(notifications).values({ userId: ada.id, message: 'Other', link: '/orders' })
    const first = await support.write(mira, 'One', { userId: ada.id })
    const second = await support.write(mira, 'Two', { userId: ada.id })
    const listUnreadLinks = async () =>
      (await listNotifications(ada)).filter(({ read }) => !read).map(({ link }) => link)
    await support.read(ada, first._id)
    expect(new Set(await listUnreadLinks())).toEqual(new Set(['/orders', '/support']))
    await support.read(ada, second._id)
    expect(await listUnreadLinks()).toEqual(['/orders'])
  })

  it('is not created for a customer’s message', async () => {
    const ada = await buildUser(server)
    await support.write(ada, 'Hello')
    expect(await listNotifications(ada)).toEqual([])
    expect(await listNotifications(mira)).toEqual([])
  })
})
