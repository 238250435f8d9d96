import { afterAll, beforeAll, expect, it } from 'vitest'
import { byWait } from '../../../shared/support/rules.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildOrder, buildPaidOrder, buildStaff, buildUser, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'
import { createSupportClient, expectConsistent, type Inbox } from '../support/support-client.ts'

let server: TestServer
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mira = await buildStaff(server, { firstName: 'Mira' })
}, openTimeoutMs)
afterAll(() => server.close())

it('numbers concurrent messages without gaps or duplicates and keeps the unread counts right', async () => {
  const { write, read, list } = createSupportClient(server)
  const ada = await buildUser(server)
  const first = await write(mira, 'Welcome', { userId: ada.id })
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      if (i % 4 === 3) return read(ada, first._id)
      if (i % 4 === 2) return write(mira, `Answer ${i}`, { userId: ada.id, clientId: 'the same' })
      return write(ada, `Question ${i}`, { clientId: `${i % 8}` })
    }),
  )
  const { rows } = await expectConsistent(server, ada.id)
  expect(rows).toHaveLength(1 + 1 + 4)
  expect((await list(ada, '?limit=2')).body.messages.map((one) => one.seq)).toEqual([5, 6])
})

it('pages through the inbox in the client’s order, and finds customers and messages', async () => {
  const { write, change, inbox } = createSupportClient(server)
  const customers = await Promise.all(Array.from({ length: 7 }, (_, i) => buildUser(server, { lastName: `Name${i}` })))
  for (const [i, customer] of customers.entries()) {
    await write(customer, i === 4 ? 'A question of 5% or 10%' : 'A question')
    if (i % 3 === 1) await write(mira, 'An answer', { userId: customer.id })
    if (i % 3 === 2) await change(mira, customer, { status: 'resolved', assignee: mira.id })
  }
  const { data } = (await inbox(mira)).body
  const places = data.map(({ _id, waitingSince, lastMessageAt }) => ({
    _id,
    waitingSince: waitingSince && Date.parse(waitingSince),
    lastMessageAt: Date.parse(lastMessageAt),
  })) as Parameters<typeof byWait>[0][]
  expect(places).toEqual(places.toReversed().toSorted(byWait))
  const ids: string[] = []
  let cursor = ''
  do {
    const { body } = await inbox(mira, `?limit=3${cursor && `&cursor=${cursor}`}`)
    ids.push(...body.data.map((one) => one._id))
    cursor = body.nextCursor ?? ''
  } while (cursor)
  expect(ids).toEqual(data.map((one) => one._id))
  const search = async (query: string) => (await inbox(mira, query)).body.data.map((one) => one._id)
  expect(await search('?q=5%25%20OR')).toEqual([customers[4]!.id])
  expect(await search('?q=person%20NAME2')).toEqual([customers[2]!.id])
  expect((await search(`?assignee=${mira.id}`)).toSorted()).toEqual([customers[2]!.id, customers[5]!.id].toSorted())
})

it('merges visitors into the inbox, page by page, and finds them', async () => {
  const { write, inbox, list, read } = createSupportClient(server)
  const customers = await Promise.all([1, 2, 3].map(() => buildUser(server)))
  for (const [i, customer] of customers.entries()) {
    await write(customer, 'A question')
    const visitor = { email: `visitor${i}@example.org`, name: `Zoë Visitor${i}`, message: `About the wombat${i}` }
    expect((await server.call('POST', '/support-chat/contact', visitor)).status).toBe(200)
  }
  const { data } = (await inbox(mira)).body
  const [answered, ...waiting] = data.filter(({ visitor }) => visitor)
  expect(waiting).toHaveLength(2)
  await write(mira, 'An answer', { userId: answered!._id })
  const all = (await inbox(mira)).body
  expect(all.data).toHaveLength(all.totalCount)
  const ids: string[] = []
  let cursor = ''
  do {
    const { body } = await inbox(mira, `?limit=2${cursor && `&cursor=${cursor}`}`)
    ids.push(...body.data.map((one) => one._id))
    cursor = body.nextCursor ?? ''
  } while (cursor)
  expect(ids).toEqual(all.data.map((one) => one._id))
  const search = async (q: string) => (await inbox(mira, `?q=${q}`)).body.data.map((one) => one._id)
  expect(await search('ZOE%20visitor')).toHaveLength(3)
  expect(await search('wombat0')).toEqual([answered!._id])
  const [question] = (await list(mira, `?userId=${answered!._id}`)).body.messages
  expect((await read(mira, question!._id)).body.unread).toBe(0)
})

it('names a customer’s payments that wait for verification, oldest first, in the inbox and in events', async () => {
  const { write, inbox } = createSupportClient(server)
  const [ada, eve] = [await buildUser(server), await buildUser(server)]
  await write(eve, 'Hello')
  const [first, second] = [await buildPaidOrder(server, ada), await buildPaidOrder(server, ada)]
  const pending = await buildOrder(server, ada)
  const toVerify = async (user: TestUser) =>
    (await inbox(mira)).body.data.find(({ _id }) => _id === user.id)?.toVerify?.map(({ _id }) => _id)
  await write(ada, 'Where is it?')
  expect(await toVerify(ada)).toEqual([first._id, second._id])
  expect(await toVerify(ada)).not.toContain(pending._id)
  expect(await toVerify(eve)).toEqual([])
  await server.call('PATCH', `/admin/orders/${first._id}/verify`, undefined, mira)
  expect(await toVerify(ada)).toEqual([second._id])
  const { data } = (await server.call<{ conversation: Inbox }>('GET', `/admin/support/${ada.id}`, undefined, mira)).body
  expect(data.conversation.toVerify).toEqual([
    { _id: second._id, due: { amount: expect.stringMatching(/^\d+/), currency: 'LKR' }, paidAt: expect.any(String) },
  ])
})
