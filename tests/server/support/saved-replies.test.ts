import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { payloadsOf, type Reply } from './support-client.ts'

let server: TestServer
let mira: TestUser
let sol: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server, { firstName: 'Mira' })
  sol = await buildStaff(server, { firstName: 'Sol' })
})
afterAll(() => server.close())

const save = (title: string, text = 'Hello {name}') =>
  server.call<Reply>('POST', '/admin/replies', { title, text }, mira)
const listReplies = async () => (await server.call<Reply[]>('GET', '/admin/replies', undefined, mira)).body.data

it('adds, changes and deletes a reply, publishes it to staff and records it', async () => {
  const [ada, staffSocket] = [await buildUser(server), await server.connect({ token: sol.token })]
  const customerSocket = await server.connect({ token: ada.token })
  const { data } = (await save(' Greeting ')).body
  expect(data).toMatchObject({ title: 'Greeting', text: 'Hello {name}', version: 1 })
  expect(await listReplies()).toEqual([data])
  const changed = await server.call<Reply>(
    'PUT',
    `/admin/replies/${data._id}`,
    { title: 'Greeting', text: 'Hi {name}, about {order}:' },
    sol,
  )
  expect(changed.body.data).toMatchObject({ _id: data._id, text: 'Hi {name}, about {order}:', version: 2 })
  expect((await server.call('DELETE', `/admin/replies/${data._id}`, undefined, sol)).status).toBe(200)
  expect(await listReplies()).toEqual([])
  await waitFor(() => payloadsOf(staffSocket, 'reply.removed').length === 1)
  expect(payloadsOf(staffSocket, 'reply.changed')).toEqual([{ reply: data }, { reply: changed.body.data }])
  const actions = await server.app.db.select().from(audit).where(eq(audit.subjectId, data._id))
  expect(actions.map(({ action }) => action)).toEqual(['reply.add', 'reply.change', 'reply.delete'])
  expect(customerSocket.events()).toEqual([])
})

it('returns 409 for a taken title', async () => {
  const [first, second] = [(await save('One')).body.data, (await save('Other')).body.data]
  expect((await save('One')).body).toMatchObject({ success: false, error: 'reply_exists' })
  const rename = (title: string) =>
    server.call('PUT', `/admin/replies/${second._id}`, { title, text: 'New words' }, mira)
  expect((await rename('One')).status).toBe(409)
  expect((await rename('Other')).status).toBe(200)
  expect((await listReplies()).map(({ title, text }) => [title, text])).toEqual([
    ['One', first.text],
    ['Other', 'New words'],
  ])
})

it('adds a reply once, however often its request is repeated', async () => {
  const add = (key: string) =>
    server.call<Reply>('POST', '/admin/replies', { title: 'Repeated', text: 'Hello' }, { ...mira, key })
  const [first, repeated] = [await add('reply-1'), await add('reply-1')]
  expect(repeated).toMatchObject({ status: 200, body: { data: first.body.data } })
  expect((await add('reply-2')).body).toMatchObject({ success: false, error: 'reply_exists' })
})

it('rejects empty fields, unknown replies and customers', async () => {
  const ada = await buildUser(server)
  expect((await server.call('POST', '/admin/replies', { title: 'x', text: 'x' }, ada)).status).toBe(403)
  expect((await save('')).status).toBe(400)
  expect((await save('Empty', ' ')).status).toBe(400)
  expect((await server.call('PUT', '/admin/replies/none', { title: 'x', text: 'x' }, mira)).status).toBe(404)
  expect((await server.call('DELETE', '/admin/replies/none', undefined, mira)).status).toBe(404)
})

it('returns 409 with the current reply for a stale version', async () => {
  const { data } = (await save('Opening hours')).body
  const change = (text: string, version?: number) =>
    server.call<Reply>('PUT', `/admin/replies/${data._id}`, { title: data.title, text, version }, mira)
  const changed = await change('We open at 8', 1)
  expect(changed.body.data).toMatchObject({ text: 'We open at 8', version: 2 })
  expect(await change('We open at 9', 1)).toMatchObject({
    status: 409,
    body: {
      error: 'reply_changed',
      message: 'Someone else changed this saved reply. Nothing was saved.',
      data: changed.body.data,
    },
  })
  expect((await change('We open at 9')).body.data).toMatchObject({ text: 'We open at 9', version: 3 })
})

it('accepts one of ten simultaneous changes', async () => {
  const { data } = (await save('Busy')).body
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      server.call('PUT', `/admin/replies/${data._id}`, { title: 'Busy', text: `Text ${n}`, version: 1 }, mira),
    ),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 409)).toHaveLength(9)
})
