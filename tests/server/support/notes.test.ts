import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit, streamEvents, supportNotes } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createSupportClient, type Note, payloadsOf } from './support-client.ts'

let server: TestServer
let support: ReturnType<typeof createSupportClient>
let mira: TestUser
let sol: TestUser
beforeAll(async () => {
  server = await startTestServer()
  support = createSupportClient(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
  sol = await buildStaff(server, { firstName: 'Sol' })
})
afterAll(() => server.close())

const listNotes = async (customer: TestUser) =>
  (await server.call<{ notes: Note[] }>('GET', `/admin/support/${customer.id}`, undefined, mira)).body.data.notes

it('publishes a note to staff, and never sends it to a customer in a response, event or replay', async () => {
  const [ada, eve] = [await buildUser(server), await buildUser(server)]
  const { epoch } = server.app.streamHeads
  const first = await support.write(ada, 'Hello')
  const customerSockets = [
    await server.connect({ token: ada.token }),
    await server.connect({ token: eve.token }),
    await server.connect(),
  ]
  const staffSocket = await server.connect({ token: sol.token })
  const note = (await support.note(mira, ada, '  CANARY-7 pays late ')).body.data
  expect(note).toMatchObject({ userId: ada.id, text: 'CANARY-7 pays late', author: { firstName: 'Mira' } })
  await waitFor(() => payloadsOf(staffSocket, 'support.note').length === 1)
  expect(payloadsOf(staffSocket, 'support.note')).toEqual([{ note }])
  expect(await listNotes(ada)).toEqual([note])

  const reply = await support.write(mira, 'Hello Ada', { userId: ada.id })
  await support.read(mira, first._id)
  await support.read(ada, reply._id)
  await support.change(mira, ada, { status: 'resolved' })
  await waitFor(() => payloadsOf(customerSockets[0]!, 'support.read').length === 2)
  customerSockets.push(await server.connect({ token: ada.token, epoch, since: { user: 0, staff: 0, catalogue: 0 } }))
  await waitFor(() => payloadsOf(customerSockets[3]!, 'support.read').length === 2)
  const responses = [
    await server.call('GET', '/support-chat', undefined, ada),
    await server.call('GET', '/notifications', undefined, ada),
    await server.call('GET', '/logs', undefined, ada),
  ]
  expect(JSON.stringify([responses, customerSockets.map(({ received }) => received)])).not.toContain('CANARY')
  const stored = await server.app.db.select().from(streamEvents)
  const streams = stored.filter((event) => event.data.includes('CANARY')).map((event) => event.stream)
  expect(new Set(streams)).toEqual(new Set(['staff']))

  // Another customer and a visitor receive nothing about the conversation.
  for (const { received } of customerSockets.slice(1, 3)) {
    expect(received.map(({ name }) => name).filter((name) => name !== 'presence')).toEqual(['welcome'])
  }
})

it('lets only the author delete a note', async () => {
  const ada = await buildUser(server)
  const note = (await support.note(mira, ada, 'CANARY-8')).body.data
  const path = `/admin/support/${ada.id}/notes/${note._id}`
  const staffSocket = await server.connect({ token: sol.token })
  expect((await server.call('DELETE', path, undefined, sol)).body).toMatchObject({
    success: false,
    error: 'not_yours',
  })
  expect((await server.call('DELETE', path, undefined, ada)).status).toBe(403)
  expect((await server.call('DELETE', `/admin/support/${sol.id}/notes/${note._id}`, undefined, mira)).status).toBe(404)
  expect(await listNotes(ada)).toHaveLength(1)
  expect((await server.call('DELETE', path, undefined, mira)).status).toBe(200)
  expect((await server.call('DELETE', path, undefined, mira)).status).toBe(404)
  await waitFor(() => payloadsOf(staffSocket, 'support.note.removed').length === 1)
  expect(payloadsOf(staffSocket, 'support.note.removed')).toEqual([{ _id: note._id, userId: ada.id }])
  expect(await listNotes(ada)).toEqual([])
  const actions = await server.app.db.select().from(audit).where(eq(audit.subjectId, ada.id))
  expect(actions).toMatchObject([
    { action: 'support.note', after: { note: note._id } },
    { action: 'support.note.delete', before: { note: note._id } },
  ])
  expect(JSON.stringify(actions)).not.toContain('CANARY')
})

it('adds a note once, however often its request is repeated', async () => {
  const ada = await buildUser(server)
  const add = (key: string) =>
    server.call<Note>('POST', `/admin/support/${ada.id}/notes`, { text: 'Called back' }, { ...mira, key })
  const [first, repeated] = [await add('note-1'), await add('note-1')]
  expect(repeated.body.data).toEqual(first.body.data)
  expect(await listNotes(ada)).toEqual([first.body.data])
  await add('note-2')
  expect(await listNotes(ada)).toHaveLength(2)
})

it('rejects an empty note, an unknown customer, and customers', async () => {
  const ada = await buildUser(server)
  expect(await support.note(mira, ada, ' ')).toMatchObject({ status: 400, body: { message: 'Please write a note' } })
  expect((await support.note(ada, ada, 'Mine')).status).toBe(403)
  expect((await support.note(mira, { ...ada, id: 'none' }, 'Nobody')).status).toBe(404)
  expect(await server.app.db.$count(supportNotes, eq(supportNotes.userId, ada.id))).toBe(0)
})
