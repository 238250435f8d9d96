import { afterAll, beforeAll, expect, it } from 'vitest'
import { createJobs } from '../../../server/jobs/scheduler.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { openTimeoutMs } from '../../database.ts'
import { createSupportClient, expectConsistent, type Inbox, payloadsOf } from '../support/support-client.ts'

let server: TestServer
let support: ReturnType<typeof createSupportClient>
let mira: TestUser
beforeAll(async () => {
  server = await startTestServer()
  support = createSupportClient(server)
  mira = await buildStaff(server, { firstName: 'Mira' })
}, openTimeoutMs)
afterAll(() => server.close())

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs)
const remind = (customer: { id: string }, at: Date | null, fields = {}) =>
  support.change(mira, customer as TestUser, { remindAt: at && at.toISOString(), ...fields })
const runJob = (at: Date) => createJobs(server.app).bringBackConversations(at)
const stateOf = async (id: string) => {
  const { data } = (await support.inbox(mira, '?limit=100')).body
  const { status, waitingSince, remindAt } = data.find(({ _id }) => _id === id)!
  return { status, waitingSince, remindAt }
}

/** A customer whose question Mira has answered. */
async function buildAnswered() {
  const customer = await buildUser(server)
  await support.write(customer, 'When will the second one come?')
  await support.write(mira, 'I’ll look tomorrow', { userId: customer.id })
  return customer
}

it('comes back at the time that staff chose, live, once', async () => {
  const [ada, olu] = [await buildAnswered(), await buildAnswered()]
  const socket = await server.connect({ token: mira.token })
  const at = inHours(2)
  expect((await remind(ada, at)).body.data).toMatchObject({
    status: 'waiting',
    remindAt: at.toISOString(),
    assignee: { _id: mira.id },
  })
  await remind(olu, inHours(5))
  await runJob(inHours(1.9))
  expect(await stateOf(ada.id)).toMatchObject({ status: 'waiting', remindAt: at.toISOString() })

  const dueAt = inHours(3)
  await runJob(dueAt)
  const reminder = { status: 'open', waitingSince: at.toISOString(), remindAt: at.toISOString() }
  expect(await stateOf(ada.id)).toEqual(reminder)
  expect(await stateOf(olu.id)).toMatchObject({ status: 'waiting' })
  await waitFor(() => payloadsOf(socket, 'support.conversation').length === 3)
  const [, , { conversation }] = payloadsOf(socket, 'support.conversation') as { conversation: Inbox }[] as [
    unknown,
    unknown,
    { conversation: Inbox },
  ]
  expect(conversation).toMatchObject({ _id: ada.id, ...reminder })
  await expectConsistent(server, ada.id)

  await support.change(mira, ada, { status: 'resolved' })
  await runJob(inHours(4))
  expect(await stateOf(ada.id)).toMatchObject({ status: 'resolved', remindAt: null })
})

it('is put off, answered or followed by a question once it is back', async () => {
  const [later, answered, asks] = [await buildAnswered(), await buildAnswered(), await buildAnswered()]
  for (const customer of [later, answered, asks]) await remind(customer, inHours(2))
  await runJob(inHours(3))
  const at = inHours(26)
  await remind(later, at, { status: 'waiting' })
  await support.write(mira, 'Here it is', { userId: answered.id })
  await support.write(asks, 'Any news?')
  await runJob(inHours(4))
  expect(await stateOf(later.id)).toEqual({ status: 'waiting', waitingSince: null, remindAt: at.toISOString() })
  expect(await stateOf(answered.id)).toEqual({ status: 'waiting', waitingSince: null, remindAt: null })
  const { status, waitingSince, remindAt } = await stateOf(asks.id)
  expect({ status, remindAt }).toEqual({ status: 'open', remindAt: null })
  expect(Date.parse(waitingSince!), 'they wait since they asked, not since the reminder').toBeLessThan(Date.now() + 1)
})

it('is assigned to the member of staff who set it, unless a colleague has the conversation, and is audited by name', async () => {
  const customer = await buildAnswered()
  const olu = await buildStaff(server, { firstName: 'Olu' })
  await support.change(mira, customer, { assignee: olu.id })
  expect((await remind(customer, inHours(2))).body.data).toMatchObject({ assignee: { _id: olu.id } })
  await remind(customer, inHours(3))
  await remind(customer, null)
  type Entry = { action: string; subjectId: string }
  const { data } = (await server.call<Entry[]>('GET', '/admin/audit?limit=50', undefined, mira)).body
  const actions = data.filter(({ subjectId }) => subjectId === customer.id).map(({ action }) => action)
  expect(actions.slice(0, 4)).toEqual([
    'support.remind.cancel',
    'support.remind.change',
    'support.remind',
    'support.assign',
  ])
})

it('ends with a message of the customer, when it is resolved, and when staff cancel it; an answer keeps it', async () => {
  const [asks, resolved, cancelled, answered] = await Promise.all([1, 2, 3, 4].map(buildAnswered))
  const at = inHours(2)
  for (const customer of [asks!, resolved!, cancelled!, answered!]) await remind(customer, at)
  await support.write(asks!, 'Any news?')
  await support.change(mira, resolved!, { status: 'resolved' })
  await remind(cancelled!, null)
  await support.write(mira, 'Still looking', { userId: answered!.id })
  const states = async () => Promise.all([asks!, resolved!, cancelled!, answered!].map(({ id }) => stateOf(id)))
  expect((await states()).map(({ remindAt }) => remindAt)).toEqual([null, null, null, at.toISOString()])
  await runJob(inHours(3))
  expect((await states()).map(({ status }) => status)).toEqual(['open', 'resolved', 'waiting', 'open'])
})

it('comes back to visitors’ conversations, too, also to one that is resolved with it', async () => {
  const email = 'reminded@example.org'
  await server.call('POST', '/support-chat/contact', { email, name: 'Nimal', message: 'Do you sell gift cards?' })
  const { _id } = (await support.inbox(mira)).body.data.find(({ customer }) => customer.email === email)!
  const at = inHours(2)
  const { data } = (await remind({ id: _id }, at, { status: 'resolved' })).body
  expect(data).toMatchObject({ status: 'resolved', waitingSince: null, remindAt: at.toISOString() })
  await runJob(inHours(3))
  expect(await stateOf(_id)).toMatchObject({ status: 'open', remindAt: at.toISOString() })
})

it('rejects a time that has passed or is far away, an open conversation, and customers', async () => {
  const [answered, waiting] = [await buildAnswered(), await buildUser(server)]
  await support.write(waiting, 'Hello?')
  for (const at of [inHours(-1), inHours(91 * 24)]) {
    expect(await remind(answered, at)).toMatchObject({
      status: 422,
      body: { error: 'not_soon', message: 'Please choose a time within the next 90 days.' },
    })
  }
  expect(await remind(waiting, inHours(2))).toMatchObject({ status: 422, body: { error: 'still_open' } })
  expect((await support.change(mira, answered, { remindAt: 'tomorrow' })).status).toBe(400)
  expect((await support.change(answered, answered, { remindAt: inHours(2).toISOString() })).status).toBe(403)
  expect(await stateOf(answered.id)).toMatchObject({ status: 'waiting', remindAt: null })
})
