import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { items, supportMessages } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildItem, buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
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

describe('sending a message', () => {
  it('stores it trimmed, with its sender', async () => {
    const ada = await buildUser(server, { firstName: 'Ada' })
    const message = await support.write(ada, '  Hello\nthere \n')
    expect(message).toMatchObject({
      seq: 1,
      message: 'Hello\nthere',
      sender: { _id: ada.id, firstName: 'Ada', isAdmin: false },
      item: null,
      order: null,
      read: false,
      clientId: null,
    })
    expect((await support.list(ada)).body).toMatchObject({ messages: [message], unread: 0, nextCursor: null })
  })

  it.each([
    ['an empty text', '', 'Please write a message'],
    ['white space', ' \n\t ', 'Please write a message'],
    ['more than 4,000 characters', 'x'.repeat(4001), 'A message can be at most 4,000 characters'],
  ])('rejects %s', async (_, message, error) => {
    const ada = await buildUser(server)
    expect(await support.send(ada, { message })).toMatchObject({ status: 400, body: { message: error } })
    expect((await support.list(ada)).body.messages).toEqual([])
  })

  it('accepts 4,000 characters, over the socket too', async () => {
    const ada = await buildUser(server)
    const message = '語'.repeat(4000)
    await support.write(ada, message)
    const socket = await server.connect({ token: ada.token })
    expect(await socket.emit('support:send', { clientId: 'long', message })).toMatchObject({ success: true })
    await expectConsistent(server, ada.id)
  })

  it('lets staff resolve the conversation with their message, once', async () => {
    const ada = await buildUser(server)
    await support.write(ada, 'Where is it?')
    const reply = { userId: ada.id, clientId: 'answer', resolve: true }
    const sent = await support.write(mira, 'On its way', reply)
    const { conversation } = await expectConsistent(server, ada.id)
    expect(conversation).toMatchObject({ status: 'resolved', waitingSince: null, customerUnread: 1 })

    await support.write(ada, 'And the second one?')
    expect(await support.write(mira, 'On its way', reply), 'sent again').toEqual(sent)
    expect((await expectConsistent(server, ada.id)).conversation.status).toBe('open')
    await support.write(mira, 'Tomorrow', { userId: ada.id, resolve: false })
    expect((await expectConsistent(server, ada.id)).conversation.status).toBe('waiting')
  })

  it('rejects a customer’s message that resolves the conversation', async () => {
    const ada = await buildUser(server)
    await support.write(ada, 'Hello')
    for (const userId of [undefined, ada.id]) {
      expect(await support.send(ada, { message: 'Done', resolve: true, ...(userId && { userId }) })).toMatchObject({
        status: 403,
        body: { message: 'Only staff can resolve a conversation.' },
      })
    }
    const { rows, conversation } = await expectConsistent(server, ada.id)
    expect([rows.length, conversation.status]).toEqual([1, 'open'])
  })

  it('can attach an item, also an archived one', async () => {
    const ada = await buildUser(server)
    const item = await buildItem(server, { name: 'Good thing' })
    expect(await support.write(ada, 'This?', { item: item.id })).toMatchObject({
      item: { _id: item.id, name: 'Good thing' },
    })
    await server.app.db.update(items).set({ archivedAt: new Date() }).where(eq(items.id, item.id))
    expect(await support.write(ada, 'And now?', { item: item.id })).toMatchObject({ item: { _id: item.id } })
    await server.app.db.delete(items).where(eq(items.id, item.id))
    const { messages } = (await support.list(ada)).body
    expect(messages.map(({ item }) => item)).toEqual([
      { _id: item.id, name: 'Item no longer available' },
      { _id: item.id, name: 'Item no longer available' },
    ])
  })

  it('can attach the customer’s own order only', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    const order = await buildOrder(server, ada)
    expect(await support.write(ada, 'Where is it?', { order: order._id })).toMatchObject({ order: { _id: order._id } })
    expect(await support.write(mira, 'Here', { order: order._id, userId: ada.id })).toMatchObject({
      order: { _id: order._id },
    })
    expect(await support.send(eve, { message: 'Mine?', order: order._id })).toMatchObject({
      status: 404,
      body: { message: 'Order not found' },
    })
    expect(await support.send(mira, { message: 'Yours', order: order._id, userId: eve.id })).toMatchObject({
      status: 404,
    })
    expect((await support.list(eve)).body.messages).toEqual([])
  })

  it('rejects unknown attachments, and two at once', async () => {
    const ada = await buildUser(server)
    const [item, order] = [await buildItem(server), await buildOrder(server, ada)]
    expect(await support.send(ada, { message: 'x', item: 'none' })).toMatchObject({ status: 404 })
    expect(await support.send(ada, { message: 'x', order: 'none' })).toMatchObject({ status: 404 })
    expect(await support.send(ada, { message: 'x', item: item.id, order: order._id })).toMatchObject({
      status: 400,
      body: { message: 'A message can have only one attachment' },
    })
    expect((await support.list(ada)).body.messages).toEqual([])
  })

  it('writes to one’s own conversation, and for staff to any customer’s', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    expect(await support.write(ada, 'Mine', { userId: ada.id })).toMatchObject({ sender: { isAdmin: false } })
    expect(await support.send(eve, { message: 'Yours', userId: ada.id })).toMatchObject({
      status: 403,
      body: { error: 'not_yours' },
    })
    expect(await support.send(mira, { message: 'x', userId: 'none' })).toMatchObject({ status: 404 })
    expect(await support.write(mira, 'Welcome', { userId: eve.id })).toMatchObject({
      seq: 1,
      sender: { firstName: 'Mira', isAdmin: true },
    })
    expect((await support.list(ada)).body.messages).toHaveLength(1)
  })

  it('treats staff who write without a customer as a customer', async () => {
    const sol = await buildStaff(server)
    expect(await support.write(sol, 'My own order')).toMatchObject({ sender: { isAdmin: false } })
    expect(await support.write(sol, 'Again', { userId: sol.id })).toMatchObject({ sender: { isAdmin: false } })
    expect((await expectConsistent(server, sol.id)).conversation).toMatchObject({ status: 'open', staffUnread: 2 })
  })
})

describe('repeating a clientId', () => {
  it('returns the first message and changes nothing', async () => {
    const ada = await buildUser(server)
    const first = await support.write(ada, 'Once', { clientId: 'one' })
    expect(first.clientId).toBe('one')
    expect(await support.write(ada, 'Twice', { clientId: 'one' })).toEqual(first)
    const socket = await server.connect({ token: ada.token })
    expect(await socket.emit('support:send', { clientId: 'one', message: 'Thrice' })).toEqual({
      success: true,
      message: first,
    })
    expect((await expectConsistent(server, ada.id)).rows).toHaveLength(1)
    expect(payloadsOf(socket, 'support.message')).toEqual([])
  })

  it('stores one of 50 simultaneous messages over REST and sockets', async () => {
    const ada = await buildUser(server)
    const sockets = await Promise.all([1, 2, 3].map(() => server.connect({ token: ada.token })))
    const responses = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const fields = { message: `Take ${i}`, clientId: 'same' }
        if (i % 2) return (await support.send(ada, fields)).body
        return sockets[i % 3]!.emit('support:send', fields)
      }),
    )
    expect(new Set(responses.map(({ success, message }) => JSON.stringify([success, message]))).size).toBe(1)
    expect((await expectConsistent(server, ada.id)).rows).toHaveLength(1)
    await waitFor(() => sockets.every((socket) => payloadsOf(socket, 'support.message').length === 1))
  })

  it('stores another message for another sender', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    await support.write(ada, 'Hers', { clientId: 'shared' })
    expect(await support.write(eve, 'Also hers', { clientId: 'shared' })).toMatchObject({ message: 'Also hers' })
    expect(await support.write(mira, 'An answer', { clientId: 'shared', userId: ada.id })).toMatchObject({ seq: 2 })
  })
})

describe('simultaneous messages', () => {
  it('have numbers without gaps and are published in order', async () => {
    const ada = await buildUser(server)
    const reader = await server.connect({ token: ada.token })
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        i % 2 ? support.write(ada, `${i}`, { clientId: `${i}` }) : support.write(mira, `${i}`, { userId: ada.id }),
      ),
    )
    const { rows } = await expectConsistent(server, ada.id)
    await waitFor(() => payloadsOf(reader, 'support.message').length === 40)
    expect(payloadsOf(reader, 'support.message').map((data) => (data.message as { _id: string })._id)).toEqual(
      rows.map((row) => row.id),
    )
  })
})

describe('over the socket', () => {
  it('lets staff reply as over REST', async () => {
    const ada = await buildUser(server)
    const [customerSocket, staffSocket] = [
      await server.connect({ token: ada.token }),
      await server.connect({ token: mira.token }),
    ]
    const acknowledgement = await staffSocket.emit('support:send', {
      clientId: 'a1',
      message: ' Hello ',
      userId: ada.id,
    })
    expect(acknowledgement).toMatchObject({ success: true, message: { message: 'Hello', sender: { isAdmin: true } } })
    await waitFor(() => payloadsOf(customerSocket, 'support.message').length === 1)
    expect(payloadsOf(customerSocket, 'support.message')[0]).toEqual({
      userId: ada.id,
      message: acknowledgement.message,
      unread: 1,
      clientId: 'a1',
    })
    await waitFor(() => payloadsOf(staffSocket, 'support.message').some((data) => data.clientId === 'a1'))
    expect((await support.list(ada)).body.messages).toEqual([acknowledgement.message])
  })

  it('returns the same errors as REST', async () => {
    const [ada, eve] = [await buildUser(server), await buildUser(server)]
    const socket = await server.connect({ token: eve.token })
    for (const fields of [{ item: 'none' }, { order: 'none' }, { userId: ada.id }]) {
      const { message, error } = (await support.send(eve, { message: 'x', ...fields })).body
      const expected = { success: false, message, error }
      expect(await socket.emit('support:send', { clientId: 'x', message: 'x', ...fields })).toEqual(expected)
    }
    const visitor = await server.connect()
    expect(await visitor.emit('support:send', { clientId: 'x', message: 'x' })).toMatchObject({
      success: false,
      error: 'unauthorized',
    })
    expect(await server.app.db.$count(supportMessages, eq(supportMessages.userId, eve.id))).toBe(0)
  })

  it.each([
    ['without a clientId', { message: 'x' }],
    ['with an empty message', { clientId: 'x', message: '  ' }],
    ['with two attachments', { clientId: 'x', message: 'x', item: 'a', order: 'b' }],
    ['with a NUL character', { clientId: 'x', message: 'a\0b' }],
    ['with an unknown field', { clientId: 'x', message: 'x', isAdmin: true }],
  ])('rejects a message %s', async (_, fields) => {
    const socket = await server.connect({ token: (await buildUser(server)).token })
    expect(await socket.emit('support:send', fields)).toEqual({
      success: false,
      message: 'This message is malformed.',
      error: 'invalid',
    })
  })
})

it('rejects a customer’s sixth message at once, and disconnects the socket on the third violation', async () => {
  const limited = await startTestServer({ RATE_LIMITS: 'on' })
  const ada = await buildUser(limited)
  const connection = await limited.connect({ token: ada.token })
  const send = (i: number) => connection.emit('support:send', { clientId: `c${i}`, message: `${i}` })
  for (let i = 0; i < 5; i += 1) expect(await send(i)).toMatchObject({ success: true })
  for (let i = 5; i < 7; i += 1) expect(await send(i)).toMatchObject({ success: false, error: 'too_many' })
  connection.socket.emit('support:send', { clientId: 'c7', message: '7' })
  await waitFor(() => connection.received.at(-1)?.name === 'disconnect')
  expect((await expectConsistent(limited, ada.id)).rows).toHaveLength(5)
  await limited.close()
})
