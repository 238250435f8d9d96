import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { items, supportMessages } from '../../../drizzle/schema.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildItem, buildOrder, buildStaff, buildUser, type Somebody } from '../../build.ts'
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

describe('a message', () => {
  test('is kept trimmed, with who wrote it', async () => {
    const ada = await buildUser(store, { firstName: 'Ada' })
    const message = await talk.write(ada, '  Hello\nthere \n')
    expect(message).toMatchObject({
      seq: 1,
      message: 'Hello\nthere',
      sender: { _id: ada.id, firstName: 'Ada', isAdmin: false },
      item: null,
      order: null,
      read: false,
      clientId: null,
    })
    expect((await talk.list(ada)).body).toMatchObject({ messages: [message], unread: 0, nextCursor: null })
  })

  test.each([
    ['nothing', '', 'Please write a message'],
    ['blanks', ' \n\t ', 'Please write a message'],
    ['too much', 'x'.repeat(4001), 'A message takes at most 4000 characters'],
  ])('of %s is refused', async (_, message, why) => {
    const ada = await buildUser(store)
    expect(await talk.send(ada, { message })).toMatchObject({ status: 400, body: { message: why } })
    expect((await talk.list(ada)).body.messages).toEqual([])
  })

  test('of as much as there may be is taken, over the socket too', async () => {
    const ada = await buildUser(store)
    const message = '語'.repeat(4000)
    await talk.write(ada, message)
    const socket = await store.follow({ token: ada.token })
    expect(await socket.ask('support:send', { clientId: 'long', message })).toMatchObject({ success: true })
    await expectWhole(store, ada.id)
  })

  test('carries an item, on sale or not any more', async () => {
    const ada = await buildUser(store)
    const item = await buildItem(store, { name: 'Good thing' })
    expect(await talk.write(ada, 'This?', { item: item.id })).toMatchObject({
      item: { _id: item.id, name: 'Good thing' },
    })
    await store.store.db.update(items).set({ archivedAt: new Date() }).where(eq(items.id, item.id))
    expect(await talk.write(ada, 'And now?', { item: item.id })).toMatchObject({ item: { _id: item.id } })
    await store.store.db.delete(items).where(eq(items.id, item.id))
    const { messages } = (await talk.list(ada)).body
    expect(messages.map((one) => one.item)).toEqual([
      { _id: item.id, name: 'An item no longer sold' },
      { _id: item.id, name: 'An item no longer sold' },
    ])
  })

  test('carries the customer’s own order, whoever attaches it', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const order = await buildOrder(store, ada)
    expect(await talk.write(ada, 'Where is it?', { order: order._id })).toMatchObject({ order: { _id: order._id } })
    expect(await talk.write(mira, 'Here', { order: order._id, userId: ada.id })).toMatchObject({
      order: { _id: order._id },
    })
    expect(await talk.send(eve, { message: 'Mine?', order: order._id })).toMatchObject({
      status: 404,
      body: { message: 'Order not found' },
    })
    expect(await talk.send(mira, { message: 'Yours', order: order._id, userId: eve.id })).toMatchObject({ status: 404 })
    expect((await talk.list(eve)).body.messages).toEqual([])
  })

  test('carries nothing that there is not, and not two things', async () => {
    const ada = await buildUser(store)
    const [item, order] = [await buildItem(store), await buildOrder(store, ada)]
    expect(await talk.send(ada, { message: 'x', item: 'none' })).toMatchObject({ status: 404 })
    expect(await talk.send(ada, { message: 'x', order: 'none' })).toMatchObject({ status: 404 })
    expect(await talk.send(ada, { message: 'x', item: item.id, order: order._id })).toMatchObject({
      status: 400,
      body: { message: 'A message takes at most one attachment' },
    })
    expect((await talk.list(ada)).body.messages).toEqual([])
  })

  test('is written into one’s own conversation, and by staff into any that there can be', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    expect(await talk.write(ada, 'Mine', { userId: ada.id })).toMatchObject({ sender: { isAdmin: false } })
    expect(await talk.send(eve, { message: 'Yours', userId: ada.id })).toMatchObject({
      status: 403,
      body: { error: 'not_yours' },
    })
    expect(await talk.send(mira, { message: 'x', userId: 'none' })).toMatchObject({ status: 404 })
    expect(await talk.write(mira, 'Welcome', { userId: eve.id })).toMatchObject({
      seq: 1,
      sender: { firstName: 'Mira', isAdmin: true },
    })
    expect((await talk.list(ada)).body.messages).toHaveLength(1)
  })

  test('of staff without a customer is one to their colleagues, as any customer’s', async () => {
    const sol = await buildStaff(store)
    expect(await talk.write(sol, 'My own order')).toMatchObject({ sender: { isAdmin: false } })
    expect(await talk.write(sol, 'Again', { userId: sol.id })).toMatchObject({ sender: { isAdmin: false } })
    expect((await expectWhole(store, sol.id)).conversation).toMatchObject({ status: 'open', staffUnread: 2 })
  })
})

describe('the same message again', () => {
  test('is answered with the first, and changes nothing', async () => {
    const ada = await buildUser(store)
    const first = await talk.write(ada, 'Once', { clientId: 'one' })
    expect(first.clientId).toBe('one')
    expect(await talk.write(ada, 'Twice', { clientId: 'one' })).toEqual(first)
    const socket = await store.follow({ token: ada.token })
    expect(await socket.ask('support:send', { clientId: 'one', message: 'Thrice' })).toEqual({
      success: true,
      message: first,
    })
    expect((await expectWhole(store, ada.id)).rows).toHaveLength(1)
    expect(eventsOf(socket, 'support.message')).toEqual([])
  })

  test('is one of 50 that come at once, over REST and over sockets', async () => {
    const ada = await buildUser(store)
    const sockets = await Promise.all([1, 2, 3].map(() => store.follow({ token: ada.token })))
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const fields = { message: `Take ${i}`, clientId: 'same' }
        if (i % 2) return (await talk.send(ada, fields)).body
        return sockets[i % 3]!.ask('support:send', fields)
      }),
    )
    expect(new Set(answers.map((answer) => JSON.stringify([answer.success, answer.message]))).size).toBe(1)
    expect((await expectWhole(store, ada.id)).rows).toHaveLength(1)
    await until(() => sockets.every((one) => eventsOf(one, 'support.message').length === 1))
  })

  test('of another sender is another message', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    await talk.write(ada, 'Hers', { clientId: 'shared' })
    expect(await talk.write(eve, 'Also hers', { clientId: 'shared' })).toMatchObject({ message: 'Also hers' })
    expect(await talk.write(mira, 'An answer', { clientId: 'shared', userId: ada.id })).toMatchObject({ seq: 2 })
  })
})

describe('many at once', () => {
  test('have numbers without a gap, and are told in their order', async () => {
    const ada = await buildUser(store)
    const reader = await store.follow({ token: ada.token })
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        i % 2 ? talk.write(ada, `${i}`, { clientId: `${i}` }) : talk.write(mira, `${i}`, { userId: ada.id }),
      ),
    )
    const { rows } = await expectWhole(store, ada.id)
    await until(() => eventsOf(reader, 'support.message').length === 40)
    expect(eventsOf(reader, 'support.message').map((data) => (data.message as { _id: string })._id)).toEqual(
      rows.map((row) => row.id),
    )
  })
})

describe('over the socket', () => {
  test('staff answer as they do over REST', async () => {
    const ada = await buildUser(store)
    const [customer, staff] = [await store.follow({ token: ada.token }), await store.follow({ token: mira.token })]
    const answer = await staff.ask('support:send', { clientId: 'a1', message: ' Hello ', userId: ada.id })
    expect(answer).toMatchObject({ success: true, message: { message: 'Hello', sender: { isAdmin: true } } })
    await until(() => eventsOf(customer, 'support.message').length === 1)
    expect(eventsOf(customer, 'support.message')[0]).toEqual({
      userId: ada.id,
      message: answer.message,
      unread: 1,
      clientId: 'a1',
    })
    await until(() => eventsOf(staff, 'support.message').some((data) => data.clientId === 'a1'))
    expect((await talk.list(ada)).body.messages).toEqual([answer.message])
  })

  test('it is refused in the same words', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const socket = await store.follow({ token: eve.token })
    for (const fields of [{ item: 'none' }, { order: 'none' }, { userId: ada.id }]) {
      const { message, error } = (await talk.send(eve, { message: 'x', ...fields })).body
      const refused = { success: false, message, error }
      expect(await socket.ask('support:send', { clientId: 'x', message: 'x', ...fields })).toEqual(refused)
    }
    const visitor = await store.follow()
    expect(await visitor.ask('support:send', { clientId: 'x', message: 'x' })).toMatchObject({
      success: false,
      error: 'unauthorized',
    })
    expect(await store.store.db.$count(supportMessages, eq(supportMessages.userId, eve.id))).toBe(0)
  })

  test.each([
    ['without a clientId', { message: 'x' }],
    ['with nothing in it', { clientId: 'x', message: '  ' }],
    ['with two attachments', { clientId: 'x', message: 'x', item: 'a', order: 'b' }],
    ['with what no database keeps', { clientId: 'x', message: 'a\0b' }],
    ['with a field too many', { clientId: 'x', message: 'x', isAdmin: true }],
  ])('%s it is not in its form', async (_, fields) => {
    const socket = await store.follow({ token: (await buildUser(store)).token })
    expect(await socket.ask('support:send', fields)).toEqual({
      success: false,
      message: 'This message is not in its form.',
      error: 'invalid',
    })
  })

  test('who is in haste is refused after five, the third time cut; staff are not', async () => {
    const limited = await openTestStore({ RATE_LIMITS: 'on' })
    const [ada, sol] = [await buildUser(limited), await buildStaff(limited)]
    const [customer, staff] = [await limited.follow({ token: ada.token }), await limited.follow({ token: sol.token })]
    const hurry = (i: number) => customer.ask('support:send', { clientId: `c${i}`, message: `${i}` })
    for (let i = 0; i < 5; i += 1) expect(await hurry(i)).toMatchObject({ success: true })
    for (let i = 5; i < 7; i += 1) expect(await hurry(i)).toMatchObject({ success: false, error: 'too_many' })
    customer.socket.emit('support:send', { clientId: 'c7', message: '7' })
    await until(() => customer.told.at(-1)?.name === 'disconnect')
    expect((await expectWhole(limited, ada.id)).rows).toHaveLength(5)
    for (let i = 0; i < 12; i += 1) {
      const sent = { clientId: `s${i}`, message: `${i}`, userId: ada.id }
      expect(await staff.ask('support:send', sent)).toMatchObject({ success: true })
    }

    const rest = talkIn(limited)
    const eve = await buildUser(limited)
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await rest.send(eve, { message: `${i}` })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (let i = 0; i < 12; i += 1) await rest.write(sol, `${i}`, { userId: eve.id })
    await limited.close()
  })
})
