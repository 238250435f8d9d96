import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createSupportClient, type Inbox } from './support-client.ts'

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

it('returns the customer, the conversation and the newest orders, and lists the staff', async () => {
  const [ada, eve] = [await buildUser(server, { firstName: 'Ada' }), await buildUser(server)]
  const [first, second] = [await buildOrder(server, ada), await buildOrder(server, ada)]
  await buildOrder(server, eve)
  type Panel = { conversation: Inbox | null; orders: { _id: string }[]; customer: unknown; notes: unknown[] }
  const read = (id: string) => server.call<Panel>('GET', `/admin/support/${id}`, undefined, mira)
  const { data } = (await read(ada.id)).body
  expect(data).toMatchObject({ conversation: null, notes: [], customer: { _id: ada.id, email: ada.email, points: 0 } })
  expect(data.orders.map(({ _id }) => _id)).toEqual([second._id, first._id])
  expect((await read('none')).status).toBe(404)
  await support.write(ada, 'Hello')
  expect((await read(ada.id)).body.data.conversation).toMatchObject({ _id: ada.id, unread: 1 })
  const { body } = await server.call('GET', '/admin/support-staff', undefined, mira)
  expect(body.data).toEqual([
    { _id: mira.id, firstName: 'Mira', lastName: 'Test' },
    { _id: sol.id, firstName: 'Sol', lastName: 'Test' },
  ])
})
