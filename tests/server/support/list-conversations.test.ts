import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { supportConversations } from '../../../drizzle/schema.ts'
import { byWait } from '../../../shared/support/rules.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createSupportClient, type Inbox, payloadsOf } from './support-client.ts'

let server: TestServer
let support: ReturnType<typeof createSupportClient>
let staff: TestUser
const customers: TestUser[] = []
beforeAll(async () => {
  server = await startTestServer()
  support = createSupportClient(server)
  staff = await buildStaff(server, { firstName: 'Mira' })
  const { write, change } = support
  for (let i = 0; i < 12; i += 1) {
    const customer = await buildUser(server, { firstName: i === 3 ? 'Zoë' : `Guest${i}`, lastName: 'Inbox' })
    customers.push(customer)
    await write(customer, i === 5 ? 'Where is my 100% refund?' : `Hello ${i}`)
    if (i % 3 === 1) await write(staff, 'Here you are', { userId: customer.id })
    if (i % 3 === 2) await change(staff, customer, { status: 'resolved', assignee: staff.id })
  }
  // Some have waited since the same time, so that their ids decide the order.
  const waitingSince = new Date(Date.now() - 60_000)
  for (const i of [0, 3, 6]) {
    await server.app.db
      .update(supportConversations)
      .set({ waitingSince })
      .where(eq(supportConversations.userId, customers[i]!.id))
  }
})
afterAll(() => server.close())

const sortKeys = ({ _id, waitingSince, lastMessageAt }: Inbox) => ({
  _id,
  waitingSince: waitingSince === null ? null : Date.parse(waitingSince),
  lastMessageAt: Date.parse(lastMessageAt),
})

const list = (query = '') => support.inbox(staff, query)
const listIds = async (query: string) => (await list(query)).body.data.map(({ _id }) => _id)
const idsOf = (...indexes: number[]) => indexes.map((i) => customers[i]!.id).toSorted()

it('sorts waiting customers first, as the client does', async () => {
  const { data, totalCount } = (await list()).body
  expect(totalCount).toBe(12)
  expect(data.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'open'),
    ...Array.from({ length: 8 }, () => expect.stringMatching(/waiting|resolved/)),
  ])
  expect(data.map(sortKeys)).toEqual(data.map(sortKeys).toReversed().toSorted(byWait))
  expect(data[0]).toMatchObject({ unread: 1, customer: { lastName: 'Inbox' }, lastMessage: { byStaff: false } })
})

it.each([1, 2, 3, 4, 5, 7, 11, 12, 13])('returns every conversation once in pages of %i', async (limit) => {
  const all = await listIds('')
  const paged: string[] = []
  let cursor = ''
  do {
    const { body } = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.data.map(({ _id }) => _id))
    cursor = body.nextCursor ?? ''
  } while (cursor)
  expect(paged).toEqual(all)
})

it('filters by status, assignee and unread messages', async () => {
  expect((await listIds('?status=open')).toSorted()).toEqual(idsOf(0, 3, 6, 9))
  expect((await listIds('?status=waiting')).toSorted()).toEqual(idsOf(1, 4, 7, 10))
  expect((await listIds(`?assignee=${staff.id}`)).toSorted()).toEqual(idsOf(2, 5, 8, 11))
  expect(await listIds('?assignee=none&status=resolved')).toEqual([])
  expect(await listIds('?unread=0')).toEqual([])
  const { body } = await list('?status=open&limit=1')
  expect(body).toMatchObject({ counts: { open: 4, waiting: 4, resolved: 4 }, totalCount: 4 })
  expect((await list('?status=closed')).status).toBe(400)
  expect((await list('?cursor=nonsense')).status).toBe(400)
})

it('searches names, email addresses and messages', async () => {
  expect(await listIds('?q=zoë%20inbox')).toEqual(idsOf(3))
  expect(await listIds(`?q=${customers[7]!.email}`)).toEqual(idsOf(7))
  expect(await listIds('?q=100%25%20REFUND')).toEqual(idsOf(5))
  expect(await listIds('?q=he')).toEqual([])
  expect(await listIds('?q=%25')).toEqual([])
  expect((await listIds('?q=inbox')).length).toBe(12)
})

it('publishes a changed conversation and the counts to staff', async () => {
  const socket = await server.connect({ token: staff.token })
  const customer = customers[1]!
  await support.write(customer, 'Again')
  await waitFor(() => payloadsOf(socket, 'support.conversation').length === 1)
  const [row] = (await list(`?q=${customer.email}`)).body.data
  expect(payloadsOf(socket, 'support.conversation')).toEqual([
    { conversation: row, counts: { open: 5, waiting: 3, resolved: 4 } },
  ])
  expect(row!.lastMessage).toMatchObject({ text: 'Again', byStaff: false, name: customer.firstName })
})

it('returns 403 to customers and 401 to visitors', async () => {
  for (const path of ['/admin/support', `/admin/support/${staff.id}`, '/admin/support-staff', '/admin/replies']) {
    expect((await server.call('GET', path, undefined, { token: customers[0]!.token })).status).toBe(403)
    expect((await server.call('GET', path)).status).toBe(401)
  }
})
