import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audit } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'
import { createSupportClient, expectConsistent, payloadsOf } from './support-client.ts'

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

const readConversation = async (customer: TestUser) => {
  const { conversation } = await expectConsistent(server, customer.id)
  return conversation
}
const actionsOn = ({ id }: TestUser) => server.app.db.select().from(audit).where(eq(audit.subjectId, id))

it('opens the conversation with the first unanswered message and sets it to waiting after a reply', async () => {
  const ada = await buildUser(server)
  await support.write(ada, 'One')
  const { waitingSince, status } = await readConversation(ada)
  expect(status).toBe('open')
  await support.write(ada, 'Two')
  expect((await readConversation(ada)).waitingSince).toEqual(waitingSince)
  await support.write(mira, 'Here', { userId: ada.id })
  expect(await readConversation(ada)).toMatchObject({ status: 'waiting', waitingSince: null })
  await support.write(ada, 'Thanks')
  expect(await readConversation(ada)).toMatchObject({ status: 'open' })
  expect((await readConversation(ada)).waitingSince!.getTime()).toBeGreaterThan(waitingSince!.getTime())
})

it('opens a resolved conversation again with a new message', async () => {
  const ada = await buildUser(server)
  await support.write(ada, 'One')
  expect((await support.change(mira, ada, { status: 'resolved' })).body.data).toMatchObject({
    status: 'resolved',
    waitingSince: null,
  })
  await support.write(ada, 'Not quite')
  expect(await readConversation(ada)).toMatchObject({ status: 'open' })
})

it('publishes and records a new status or assignee once', async () => {
  const ada = await buildUser(server)
  await support.write(ada, 'Hello')
  const colleagueSocket = await server.connect({ token: sol.token })
  const assigned = await support.change(mira, ada, { assignee: sol.id })
  expect(assigned.body.data).toMatchObject({ assignee: { _id: sol.id, firstName: 'Sol' }, status: 'open' })
  await waitFor(() => payloadsOf(colleagueSocket, 'support.conversation').length === 1)
  expect(payloadsOf(colleagueSocket, 'support.conversation')[0]).toMatchObject({ conversation: assigned.body.data })
  expect((await support.change(mira, ada, { assignee: sol.id, status: 'open' })).status).toBe(200)
  expect(await actionsOn(ada)).toMatchObject([
    {
      action: 'support.assign',
      subject: 'support',
      actorId: mira.id,
      before: { status: 'open', assignee: null },
      after: { status: 'open', assignee: sol.id },
    },
  ])
  expect((await support.change(sol, ada, { status: 'waiting', assignee: null })).body.data).toMatchObject({
    status: 'waiting',
    assignee: null,
    waitingSince: null,
  })
  for (const change of [{ status: 'resolved' }, { status: 'open' }, { assignee: mira.id }, { assignee: null }]) {
    await support.change(mira, ada, change)
  }
  expect((await actionsOn(ada)).map(({ action }) => action)).toEqual([
    'support.assign',
    'support.change',
    'support.resolve',
    'support.reopen',
    'support.assign',
    'support.unassign',
  ])
  await waitFor(() => payloadsOf(colleagueSocket, 'support.conversation').length === 6)
})

it('rejects customers, invalid values and a customer without a conversation', async () => {
  const [ada, eve] = [await buildUser(server), await buildUser(server)]
  await support.write(ada, 'Hello')
  expect((await support.change(ada, ada, { status: 'resolved' })).status).toBe(403)
  expect(await support.change(mira, ada, {})).toMatchObject({
    status: 400,
    body: { message: 'Please provide a status, an assignee or a time' },
  })
  expect((await support.change(mira, ada, { status: 'closed' })).status).toBe(400)
  expect((await support.change(mira, ada, { assignee: eve.id })).body).toMatchObject({ error: 'not_staff' })
  expect((await support.change(mira, ada, { assignee: 'none' })).status).toBe(422)
  expect((await support.change(mira, eve, { status: 'open' })).status).toBe(404)
  expect(await readConversation(ada)).toMatchObject({ status: 'open', assigneeId: null })
  expect(await actionsOn(ada)).toEqual([])
})

it('records a reply without its text, and that it resolved the conversation', async () => {
  const ada = await buildUser(server)
  const first = await support.write(mira, 'CANARY-4', { userId: ada.id })
  const last = await support.write(mira, 'CANARY-5', { userId: ada.id, resolve: true })
  const actions = await actionsOn(ada)
  expect(actions.map(({ action, actorId, after }) => ({ action, actorId, after }))).toEqual([
    { action: 'support.reply', actorId: mira.id, after: { message: first._id } },
    { action: 'support.reply', actorId: mira.id, after: { message: last._id, status: 'resolved' } },
  ])
  expect(JSON.stringify(actions)).not.toContain('CANARY')
})
