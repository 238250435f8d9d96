import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser, buildVerifiedOrder, type TestUser } from '../../build.ts'

type Entry = { seq: number; action: string; subjectId: string; actor: { _id: string }; before: unknown; after: unknown }

let server: TestServer
let ada: TestUser
let mira: TestUser
let ishara: TestUser
beforeAll(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
  ishara = await buildStaff(server)
})
afterAll(() => server.close())

const list = (query = '', user: TestUser = mira) =>
  server.call<Entry[]>('GET', `/admin/audit${query}`, undefined, { token: user.token })
const listSeqs = async (query: string) => (await list(query)).body.data.map(({ seq }) => seq)

it('lists entries newest first, filters them, and publishes new ones', async () => {
  const { _id } = await buildVerifiedOrder(server, ada, mira)
  await server.call('PATCH', `/admin/orders/${_id}/complete`, { delivery: 'The key is 7' }, { token: ishara.token })
  const staffSocket = await server.connect({ token: ishara.token })
  await server.call(
    'POST',
    `/admin/customers/${ada.id}/points`,
    { points: 5, reason: 'For the wait' },
    { token: mira.token },
  )
  const { body } = await list()
  expect(body.data).toMatchObject([
    { seq: 3, action: 'customer.correct-points', actor: { _id: mira.id }, after: { reason: 'For the wait' } },
    { seq: 2, action: 'order.complete', actor: { _id: ishara.id } },
    { seq: 1, action: 'order.verify', subjectId: _id, before: { paymentStatus: 'paid' } },
  ])
  expect((body as unknown as { actors: unknown[] }).actors).toHaveLength(2)
  expect(JSON.stringify(body)).not.toContain('The key is 7')
  const event = await waitFor(() => staffSocket.events().find(({ type }) => type === 'audit.added'))
  expect(event.data.entry).toEqual(body.data[0])
  expect(await listSeqs('?subject=order')).toEqual([2, 1])
  expect(await listSeqs(`?actor=${ishara.id}`)).toEqual([2])
  expect(await listSeqs('?action=order.verify')).toEqual([1])
  expect(await listSeqs(`?subject=customer&subjectId=${ada.id}`)).toEqual([3])
  const first = await list('?limit=2')
  expect(await listSeqs(`?limit=2&cursor=${first.body.nextCursor}`)).toEqual([1])
})

it('returns 403 to customers and sends them no entries', async () => {
  const customerSocket = await server.connect({ token: ada.token })
  expect((await list('', ada)).status).toBe(403)
  const { _id } = await buildPaidOrder(server, ada)
  await server.call('PATCH', `/admin/orders/${_id}/reject`, { reason: 'Nothing came' }, { token: mira.token })
  await waitFor(() => customerSocket.eventSummaries().includes('order.changed rejected'))
  expect(customerSocket.eventSummaries()).not.toContain('audit.added')
})
