import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { visitorConversations } from '../../../drizzle/schema.ts'
import { maxWaitingVisitors, pruneVisitors } from '../../../server/support/contact.ts'
import { verifyAudit } from '../../../server/audit/verify-audit.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createSupportClient, type Inbox, payloadsOf } from './support-client.ts'

let server: TestServer
let support: ReturnType<typeof createSupportClient>
let mira: TestUser
let counter = 0
beforeAll(async () => {
  server = await startTestServer()
  support = createSupportClient(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
})
afterAll(() => server.close())

const visitor = (fields = {}) => ({ email: `nimal${++counter}@example.org`, name: 'Nimal Perera', ...fields })
const contact = (fields: Record<string, unknown>) =>
  server.call('POST', '/support-chat/contact', { message: 'Do you take bank transfers?', ...fields })
const inbox = async (query = '') => (await support.inbox(mira, query)).body.data
const findIn = async (email: string, query = '') =>
  (await inbox(query)).find(({ customer }) => customer.email === email)

/** Writes as a visitor. @returns the conversation as the inbox shows it */
async function write(fields: Record<string, unknown> = {}): Promise<Inbox> {
  const from = visitor(fields)
  expect((await contact(from)).status).toBe(200)
  return (await findIn(from.email))!
}

it('shows a visitor’s message in the inbox, live, and never to a customer', async () => {
  const ada = await buildUser(server, { email: 'ada.contact@example.org' })
  const [staff, customer] = [await server.connect({ token: mira.token }), await server.connect({ token: ada.token })]
  const { status, body } = await contact({ email: 'Ada.Contact@example.org', name: 'Ada', message: 'Hello?' })
  expect([status, body.message]).toEqual([200, 'Thank you. We’ll answer by email to ada.contact@example.org.'])
  await waitFor(() => payloadsOf(staff, 'support.conversation').length === 1)
  const [{ conversation }] = payloadsOf(staff, 'support.conversation') as [{ conversation: Inbox }]
  expect(conversation).toMatchObject({
    visitor: true,
    customer: { firstName: 'Ada', lastName: '', email: 'ada.contact@example.org' },
    status: 'open',
    unread: 1,
    lastMessage: { text: 'Hello?', byStaff: false },
  })
  // The account of the same address has nothing to do with it.
  expect(conversation._id).not.toBe(ada.id)
  expect((await support.list(ada)).body.messages).toEqual([])
  expect(customer.events()).toEqual([])
  expect((await support.list(ada, `?userId=${conversation._id}`)).status).toBe(403)
  expect((await support.send(ada, { message: 'Mine', userId: conversation._id })).status).toBe(403)
})

it('answers by email, and shows what became of the email', async () => {
  const { _id, customer } = await write({ message: 'Is Rs 500 enough?' })
  const staff = await server.connect({ token: mira.token })
  const answer = await support.write(mira, 'Yes, it is.', { userId: _id, clientId: 'once' })
  expect(answer).toMatchObject({ delivery: 'waiting', sender: { firstName: 'Mira', isAdmin: true } })
  expect((await support.write(mira, 'Yes, it is.', { userId: _id, clientId: 'once' }))._id).toBe(answer._id)
  await waitFor(() => payloadsOf(staff, 'support.delivery').length === 1)
  expect(payloadsOf(staff, 'support.delivery')).toEqual([{ userId: _id, _id: answer._id, delivery: 'sent' }])
  const emails = server.app.mail.sentEmails().filter(({ to }) => to === customer.email)
  expect(emails).toHaveLength(1)
  expect(emails[0]!.text).toContain('Yes, it is.')
  // The address may be anybody's, so nothing that the visitor typed is sent to it.
  expect(JSON.stringify(emails)).not.toMatch(/Is Rs 500 enough|Nimal/)
  const { body } = await support.list(mira, `?userId=${_id}`)
  expect(body.messages.map(({ message, delivery }) => [message, delivery])).toEqual([
    ['Is Rs 500 enough?', undefined],
    ['Yes, it is.', 'sent'],
  ])
  expect(await findIn(customer.email)).toMatchObject({ status: 'waiting', waitingSince: null })
  const attached = await support.send(mira, { message: 'This one', userId: _id, item: 'any' })
  expect([attached.status, attached.body.error]).toEqual([422, 'no_attachment'])
  await support.write(mira, 'Goodbye', { userId: _id, resolve: true })
  expect(await findIn(customer.email)).toMatchObject({ status: 'resolved', waitingSince: null })
})

it('says when the email could not be delivered', async () => {
  const { _id } = await write()
  const { send } = server.app.mail
  server.app.mail.send = () => Promise.reject(Object.assign(new Error('refused'), { reason: 'refused' }))
  onTestFinished(() => void (server.app.mail.send = send))
  const answer = await support.write(mira, 'An answer', { userId: _id })
  const { settleEmail } = await import('../../../server/jobs/deliver-email.ts')
  const { outbox } = await import('../../../drizzle/schema.ts')
  const row = (await server.app.db.select().from(outbox).where(eq(outbox.kind, 'visitor_answered'))).find(
    ({ payload }) => payload.includes(answer._id),
  )!
  await settleEmail(server.app, row, { state: 'failed', lastError: 'refused' })
  expect((await support.list(mira, `?userId=${_id}`)).body.messages.at(-1)).toMatchObject({ delivery: 'failed' })
})

it('continues the conversation of the same name and address, and reopens it', async () => {
  const from = visitor()
  await contact(from)
  const first = (await findIn(from.email))!
  await support.change(mira, { id: first._id } as TestUser, { status: 'resolved', assignee: mira.id })
  expect(await findIn(from.email, '?status=resolved')).toMatchObject({ assignee: { firstName: 'Mira' } })
  await contact({ ...from, message: 'One more thing' })
  expect(await findIn(from.email)).toMatchObject({ _id: first._id, status: 'open', unread: 2 })
  await contact({ ...from, name: 'Somebody else' })
  expect((await inbox(`?q=${from.email}`)).length).toBe(2)
})

it('lets staff read, note, search and page like any conversation', async () => {
  const word = `zyzzyva${++counter}`
  const { _id } = await write({ name: 'Zoë Silva', message: `About the ${word}` })
  const detail = await server.call<{ customer: object; notes: object[] }>(
    'GET',
    `/admin/support/${_id}`,
    undefined,
    mira,
  )
  expect(detail.body.data).toMatchObject({ customer: { visitor: true, firstName: 'Zoë Silva' }, orders: [] })
  const [message] = (await support.list(mira, `?userId=${_id}`)).body.messages
  expect((await support.read(mira, message!._id)).body.unread).toBe(0)
  expect((await inbox(`?q=${word.toUpperCase()}`)).map((one) => one._id)).toEqual([_id])
  expect((await inbox('?q=zoe silva')).map((one) => one._id)).toEqual([_id])
  expect((await inbox(`?q=${word}&unread=1`)).length).toBe(0)

  const asUser = { id: _id } as TestUser
  const { body } = await support.note(mira, asUser, 'Calls himself Zoë')
  const remove = () => server.call('DELETE', `/admin/support/${_id}/notes/${body.data._id}`, undefined, mira)
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])

  const customer = await buildUser(server)
  await support.write(customer, 'Hello')
  const all = await inbox()
  const paged: Inbox[] = []
  let cursor = ''
  do {
    const page = (await support.inbox(mira, `?limit=2${cursor && `&cursor=${cursor}`}`)).body
    expect(page.totalCount).toBe(all.length)
    paged.push(...page.data)
    cursor = page.nextCursor ?? ''
  } while (cursor)
  expect(paged.map((one) => one._id)).toEqual(all.map((one) => one._id))
  expect(all.some((one) => one.visitor) && all.some((one) => !one.visitor)).toBe(true)
  expect(await verifyAudit(server.app.db)).toMatchObject({ broken: null })
})

it.each([
  ['a line break in the address', { email: 'a@example.com\r\nBcc: b@example.com' }],
  ['a direction character in the address', { email: 'a\u202e@example.com' }],
  ['no address', { email: 'nobody' }],
  ['a line break in the name', { name: 'A\nB' }],
  ['a direction character in the name', { name: 'A\u202eB' }],
  ['no name', { name: ' ' }],
  ['no message', { message: '  ' }],
  ['a long message', { message: 'x'.repeat(4001) }],
  ['an unknown field', { userId: 'x' }],
])('refuses %s', async (_, fields) => {
  const before = await server.app.db.$count(visitorConversations)
  expect((await contact({ ...visitor(), ...fields })).status).toBe(400)
  expect(await server.app.db.$count(visitorConversations)).toBe(before)
})

it('limits each address, asks for the captcha, and does not count what was refused', async () => {
  const limited = await startTestServer({ RATE_LIMITS: 'on' })
  const send = (fields = {}) =>
    limited.call('POST', '/support-chat/contact', { email: 'a@example.com', name: 'A', message: 'B', ...fields })
  for (let i = 0; i < 5; i += 1) expect((await send({ email: 'wrong' })).status).toBe(400)
  const statuses: number[] = []
  for (let i = 0; i < 4; i += 1) statuses.push((await send()).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  await limited.close()
  const guarded = await startTestServer({ CAPTCHA_PROVIDER: 'altcha' })
  const body = { email: 'a@example.com', name: 'A', message: 'B' }
  expect((await guarded.call('POST', '/support-chat/contact', body)).body.message).toBe('Please complete the reCAPTCHA')
  await guarded.close()
})

it('takes no more than staff can answer, and forgets old conversations', async () => {
  const { db } = server.app
  const row = { name: 'Flood', email: 'flood@example.com', searchText: '', lastSeq: 0 }
  const old = new Date(Date.now() - 200 * 24 * 3_600_000)
  const rows = Array.from({ length: maxWaitingVisitors }, (_, i) => ({ ...row, id: `vflood${i}`, lastMessageAt: old }))
  await db.insert(visitorConversations).values(rows)
  const { status, body } = await contact(visitor())
  expect([status, body.error]).toEqual([429, 'too_many'])
  await pruneVisitors(db, new Date())
  expect(await db.$count(visitorConversations, eq(visitorConversations.name, 'Flood'))).toBe(maxWaitingVisitors)
  await db.update(visitorConversations).set({ status: 'resolved' }).where(eq(visitorConversations.name, 'Flood'))
  expect((await contact(visitor())).status).toBe(200)
  await pruneVisitors(db, new Date())
  expect(await db.$count(visitorConversations, eq(visitorConversations.name, 'Flood'))).toBe(0)
})
