import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { listActions } from '../catalogue/staff-catalogue.ts'

type Note = { _id: string; text: string; author: { firstName: string } }

let server: TestServer
let [ada, mira, ishara] = [] as unknown as [TestUser, TestUser, TestUser]
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
})
afterAll(() => server.close())

const list = (order: string, user: TestUser) =>
  server.call<Note[]>('GET', `/admin/orders/${order}/notes`, undefined, { token: user.token })
const write = (order: string, text: string, user: TestUser, key?: string) =>
  server.call<Note>('POST', `/admin/orders/${order}/notes`, { text }, { token: user.token, ...(key && { key }) })
const remove = (order: string, note: string, user: TestUser) =>
  server.call('DELETE', `/admin/orders/${order}/notes/${note}`, undefined, { token: user.token })

it('shows and publishes notes to all staff, but not to the customer', async () => {
  const { _id } = await buildOrder(server, ada)
  const [customer, staff] = [await server.connect({ token: ada.token }), await server.connect({ token: ishara.token })]
  const first = await write(_id, '  Called the bank  ', mira)
  expect(first.body.data).toMatchObject({ text: 'Called the bank', author: { firstName: mira.firstName } })
  await write(_id, 'They look for it', ishara)
  expect((await list(_id, ishara)).body.data.map(({ text }) => text)).toEqual(['Called the bank', 'They look for it'])
  await expect.poll(staff.eventSummaries).toEqual(['order.note', 'audit.added', 'order.note', 'audit.added'])
  expect((await remove(_id, first.body.data._id, mira)).status).toBe(200)
  await expect.poll(staff.eventSummaries).toContain('order.note.removed')
  expect(await listActions(server)).toEqual(['order.note', 'order.note', 'order.note.delete'])
  expect((await list(_id, mira)).body.data.map(({ text }) => text)).toEqual(['They look for it'])
  expect(customer.events()).toEqual([])
  const seen = await server.call('GET', `/checkout/${_id}`, undefined, { token: ada.token })
  expect(JSON.stringify(seen.body)).not.toContain('They look for it')
})

it('lists a note as it was answered and published, and records its id but not its text', async () => {
  const { _id } = await buildOrder(server, ada)
  const staff = await server.connect({ token: ishara.token })
  const note = (await write(_id, 'Called the bank', mira)).body.data
  expect(note).toMatchObject({
    order: _id,
    author: { _id: mira.id, firstName: mira.firstName, lastName: mira.lastName },
  })
  expect((await list(_id, ishara)).body.data).toEqual([note])
  expect((await remove(_id, note._id, mira)).body.message).toBe('Note deleted')
  await expect.poll(staff.eventSummaries).toContain('order.note.removed')
  const published = staff.events().filter(({ type }) => type.startsWith('order.note'))
  expect(published.map(({ data }) => data)).toEqual([{ note }, { _id: note._id, order: _id }])
  const rows = await server.app.db.select().from(audit).orderBy(asc(audit.seq))
  expect(rows.slice(-2)).toMatchObject([
    { actorId: mira.id, action: 'order.note', subjectId: _id, before: null, after: { note: note._id } },
    { actorId: mira.id, action: 'order.note.delete', subjectId: _id, before: { note: note._id }, after: null },
  ])
})

it('lets only the author delete a note, and only on its order', async () => {
  const [order, other] = [await buildOrder(server, ada), await buildOrder(server, ada)]
  const { body } = await write(order._id, 'Mine', mira)
  expect(await remove(order._id, body.data._id, ishara)).toMatchObject({
    status: 403,
    body: { error: 'not_yours', message: 'You can only delete your own notes.' },
  })
  expect((await remove(order._id, 'nothing', ishara)).status).toBe(404)
  expect((await remove(other._id, body.data._id, mira)).status).toBe(404)
  expect((await list(order._id, mira)).body.data).toHaveLength(1)
})

it('rejects an unknown order and empty or long text, and is idempotent', async () => {
  const { _id } = await buildOrder(server, ada)
  expect((await write('nothing', 'Hello', mira)).status).toBe(404)
  expect((await list('nothing', mira)).status).toBe(404)
  expect((await write(_id, '   ', mira)).body.message).toBe('Please write a note')
  expect((await write(_id, 'x'.repeat(2001), mira)).status).toBe(400)
  const [first, second] = [await write(_id, 'Once', mira, 'k1'), await write(_id, 'Once', mira, 'k1')]
  expect(second.body.data._id).toBe(first.body.data._id)
  expect((await list(_id, mira)).body.data).toHaveLength(1)
})

it('returns 403 to customers and 401 to visitors', async () => {
  const { _id } = await buildOrder(server, ada)
  expect((await list(_id, ada)).status).toBe(403)
  expect((await write(_id, 'Hello', ada)).status).toBe(403)
  expect((await server.call('GET', `/admin/orders/${_id}/notes`)).status).toBe(401)
})
