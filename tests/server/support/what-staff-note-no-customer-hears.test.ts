import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { audit, streamEvents, supportNotes } from '../../../drizzle/schema.ts'
import { eventData, type EventType } from '../../../shared/stream.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'
import { buildItem, buildStaff, buildUser, type Somebody } from '../../build.ts'
import { eventsOf, type Note, type Reply, talkIn } from './talk.ts'

let store: TestStore
let talk: ReturnType<typeof talkIn>
let mira: Somebody
let sol: Somebody
beforeAll(async () => {
  store = await openTestStore()
  talk = talkIn(store)
  mira = await buildStaff(store, { firstName: 'Mira' })
  sol = await buildStaff(store, { firstName: 'Sol' })
})
afterAll(() => store.close())

const notesOf = async (customer: Somebody) =>
  (await store.call<{ notes: Note[] }>('GET', `/admin/support/${customer.id}`, undefined, mira)).body.data.notes

describe('a note', () => {
  test('is told to staff and to nobody else, in no answer, event or replay', async () => {
    const [ada, eve] = [await buildUser(store), await buildUser(store)]
    const { epoch } = store.store.positions
    const first = await talk.write(ada, 'Hello')
    const followers = [
      await store.follow({ token: ada.token }),
      await store.follow({ token: eve.token }),
      await store.follow(),
    ]
    const staff = await store.follow({ token: sol.token })
    const note = (await talk.note(mira, ada, '  CANARY-7 pays late ')).body.data
    expect(note).toMatchObject({ userId: ada.id, text: 'CANARY-7 pays late', author: { firstName: 'Mira' } })
    await until(() => eventsOf(staff, 'support.note').length === 1)
    expect(eventsOf(staff, 'support.note')).toEqual([{ note }])
    expect(await notesOf(ada)).toEqual([note])

    const answer = await talk.write(mira, 'Hello Ada', { userId: ada.id })
    await talk.read(mira, first._id)
    await talk.read(ada, answer._id)
    await talk.change(mira, ada, { status: 'resolved' })
    await until(() => eventsOf(followers[0]!, 'support.read').length === 2)
    followers.push(await store.follow({ token: ada.token, epoch, since: { user: 0, staff: 0, catalogue: 0 } }))
    await until(() => eventsOf(followers[3]!, 'support.read').length === 2)
    const answers = [
      await store.call('GET', '/support-chat', undefined, ada),
      await store.call('GET', '/notifications', undefined, ada),
      await store.call('GET', '/logs', undefined, ada),
    ]
    expect(JSON.stringify([answers, followers.map((one) => one.told)])).not.toContain('CANARY')
    const kept = await store.store.db.select().from(streamEvents)
    const streams = kept.filter((event) => event.data.includes('CANARY')).map((event) => event.stream)
    expect(new Set(streams)).toEqual(new Set(['staff']))

    // And who has nothing to do with the conversation heard nothing of it at all.
    for (const stranger of followers.slice(1, 3)) {
      expect(stranger.told.map((one) => one.name).filter((name) => name !== 'presence')).toEqual(['welcome'])
    }
  })

  test('is deleted by who wrote it', async () => {
    const ada = await buildUser(store)
    const note = (await talk.note(mira, ada, 'CANARY-8')).body.data
    const path = `/admin/support/${ada.id}/notes/${note._id}`
    const staff = await store.follow({ token: sol.token })
    expect((await store.call('DELETE', path, undefined, sol)).body).toMatchObject({
      success: false,
      error: 'not_yours',
    })
    expect((await store.call('DELETE', path, undefined, ada)).status).toBe(403)
    expect((await store.call('DELETE', `/admin/support/${sol.id}/notes/${note._id}`, undefined, mira)).status).toBe(404)
    expect(await notesOf(ada)).toHaveLength(1)
    expect((await store.call('DELETE', path, undefined, mira)).status).toBe(200)
    expect((await store.call('DELETE', path, undefined, mira)).status).toBe(404)
    await until(() => eventsOf(staff, 'support.note.removed').length === 1)
    expect(eventsOf(staff, 'support.note.removed')).toEqual([{ _id: note._id, userId: ada.id }])
    expect(await notesOf(ada)).toEqual([])
    const actions = await store.store.db.select().from(audit).where(eq(audit.subjectId, ada.id))
    expect(actions).toMatchObject([
      { action: 'support.note', after: { note: note._id } },
      { action: 'support.note.delete', before: { note: note._id } },
    ])
    expect(JSON.stringify(actions)).not.toContain('CANARY')
  })

  test('takes words, a customer that there is, and staff', async () => {
    const ada = await buildUser(store)
    expect(await talk.note(mira, ada, ' ')).toMatchObject({ status: 400, body: { message: 'Please write a note' } })
    expect((await talk.note(ada, ada, 'Mine')).status).toBe(403)
    expect((await talk.note(mira, { ...ada, id: 'none' }, 'Nobody')).status).toBe(404)
    expect(await store.store.db.$count(supportNotes, eq(supportNotes.userId, ada.id))).toBe(0)
  })
})

test('every event is in the form of the contract, and each side gets its own kinds', async () => {
  const ada = await buildUser(store)
  const [customer, staff] = [await store.follow({ token: ada.token }), await store.follow({ token: sol.token })]
  const item = await buildItem(store)
  const asked = await talk.write(ada, 'Hello', { item: item.id, clientId: 'c1' })
  const answer = await talk.write(mira, 'Hello Ada', { userId: ada.id })
  await talk.read(mira, asked._id)
  await talk.read(ada, answer._id)
  const note = (await talk.note(mira, ada, 'A note')).body.data
  await store.call('DELETE', `/admin/support/${ada.id}/notes/${note._id}`, undefined, mira)
  const reply = (await store.call<Reply>('POST', '/admin/replies', { title: 'Kinds', text: '{name}' }, mira)).body.data
  await store.call('DELETE', `/admin/replies/${reply._id}`, undefined, mira)
  await until(() => eventsOf(staff, 'reply.removed').length === 1)
  await until(() => eventsOf(customer, 'notification.read').length === 1)
  const kindsOf = (follower: typeof staff) => new Set(follower.events().map((event) => event.type))
  expect(kindsOf(customer)).toEqual(
    new Set(['support.message', 'support.read', 'notification.created', 'notification.read']),
  )
  // Beside what the audit tells of it.
  expect(new Set([...kindsOf(staff)].filter((kind) => kind !== 'audit.added'))).toEqual(
    new Set([
      'support.message',
      'support.read',
      'support.conversation',
      'support.note',
      'support.note.removed',
      'reply.changed',
      'reply.removed',
    ]),
  )
  for (const event of [...customer.events(), ...staff.events()]) {
    const schema = eventData[event.type as EventType] as z.ZodMiniType
    const read = z.safeDecode(schema, event.data)
    expect(read.error).toBeUndefined()
    expect(JSON.parse(JSON.stringify(z.encode(schema, read.data as never)))).toEqual(event.data)
  }
})

describe('a saved reply', () => {
  const save = (title: string, text = 'Hello {name}') =>
    store.call<Reply>('POST', '/admin/replies', { title, text }, mira)
  const replies = async () => (await store.call<Reply[]>('GET', '/admin/replies', undefined, mira)).body.data

  test('is kept, changed and deleted, which is told to staff and noted', async () => {
    const [ada, staff] = [await buildUser(store), await store.follow({ token: sol.token })]
    const customer = await store.follow({ token: ada.token })
    const { data } = (await save(' Greeting ')).body
    expect(data).toMatchObject({ title: 'Greeting', text: 'Hello {name}' })
    expect(await replies()).toEqual([data])
    const changed = await store.call<Reply>(
      'PUT',
      `/admin/replies/${data._id}`,
      { title: 'Greeting', text: 'Hi {name}, about {order}:' },
      sol,
    )
    expect(changed.body.data).toMatchObject({ _id: data._id, text: 'Hi {name}, about {order}:' })
    expect((await store.call('DELETE', `/admin/replies/${data._id}`, undefined, sol)).status).toBe(200)
    expect(await replies()).toEqual([])
    await until(() => eventsOf(staff, 'reply.removed').length === 1)
    expect(eventsOf(staff, 'reply.changed')).toEqual([{ reply: data }, { reply: changed.body.data }])
    const actions = await store.store.db.select().from(audit).where(eq(audit.subjectId, data._id))
    expect(actions.map((one) => one.action)).toEqual(['reply.add', 'reply.change', 'reply.delete'])
    expect(customer.events()).toEqual([])
  })

  test('has a title of its own', async () => {
    const [one, other] = [(await save('One')).body.data, (await save('Other')).body.data]
    expect((await save('One')).body).toMatchObject({ success: false, error: 'reply_exists' })
    const rename = (title: string) =>
      store.call('PUT', `/admin/replies/${other._id}`, { title, text: 'New words' }, mira)
    expect((await rename('One')).status).toBe(409)
    expect((await rename('Other')).status).toBe(200)
    expect((await replies()).map(({ title, text }) => [title, text])).toEqual([
      ['One', one.text],
      ['Other', 'New words'],
    ])
  })

  test('is for staff, and has both a title and words', async () => {
    const ada = await buildUser(store)
    expect((await store.call('POST', '/admin/replies', { title: 'x', text: 'x' }, ada)).status).toBe(403)
    expect((await save('')).status).toBe(400)
    expect((await save('Empty', ' ')).status).toBe(400)
    expect((await store.call('PUT', '/admin/replies/none', { title: 'x', text: 'x' }, mira)).status).toBe(404)
    expect((await store.call('DELETE', '/admin/replies/none', undefined, mira)).status).toBe(404)
  })
})
