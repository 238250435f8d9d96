import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { outbox } from '../../../drizzle/schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildStaff, buildUser, type TestUser } from '../../build.ts'

const minuteMs = 60_000
let server: TestServer
let [ada, mira] = [] as unknown as [TestUser, TestUser]
beforeEach(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  mira = await buildStaff(server)
})
afterEach(() => server.close())

const write = async (from: TestUser, message: string) => {
  const { body } = await server.call(
    'POST',
    '/support-chat/message',
    { message, userId: ada.id },
    { token: from.token },
  )
  return (body as unknown as { message: { _id: string } }).message._id
}
const readUpTo = (id: string) =>
  server.call('POST', `/support-chat/messages/${id}/read`, undefined, { token: ada.token })
/** Moves what waits in the outbox back in time, as if so much had passed, and sends what is due. */
async function pass(ms: number) {
  for (const { id, nextAt } of await server.app.db.select().from(outbox).where(eq(outbox.state, 'waiting'))) {
    await server.app.db
      .update(outbox)
      .set({ nextAt: new Date(nextAt.getTime() - ms) })
      .where(eq(outbox.id, id))
  }
  await server.app.outbox.drain()
}
const emails = () => server.app.mail.sentEmails().filter(({ to }) => to === ada.email)

it('emails a customer whose reply is unread for five minutes, without its text', async () => {
  await write(ada, 'Where is my order?')
  await write(mira, 'Your password is hunter2')
  await pass(4 * minuteMs)
  expect(emails()).toEqual([])
  await pass(2 * minuteMs)
  const [email] = emails()
  expect(email!.subject).toBe('Support replied to you')
  expect(email!.text).toContain(`Read the reply:\n${server.env.publicUrl}/support\n`)
  expect(email!.text + email!.html).not.toContain('hunter2')
  expect(email!.headers['List-Unsubscribe']).toContain('token=support.')
})

it('sends one email until everything is read, and another for the next unread reply', async () => {
  await write(ada, 'Hello')
  await write(mira, 'One')
  await pass(6 * minuteMs)
  const last = await write(mira, 'Two')
  await pass(6 * minuteMs)
  expect(emails()).toHaveLength(1)
  await readUpTo(last)
  await write(mira, 'Three')
  await pass(6 * minuteMs)
  expect(emails()).toHaveLength(2)
})

it('sends nothing when the reply was read in time, or for a message of the customer', async () => {
  await write(ada, 'Hello')
  await readUpTo(await write(mira, 'One'))
  await pass(6 * minuteMs)
  expect(emails()).toEqual([])
  expect(await server.app.db.select().from(outbox)).toMatchObject([
    { state: 'dropped', lastError: 'no longer applies' },
  ])
})

it('still emails about a reply that was written while the one before was read', async () => {
  await write(ada, 'Hello')
  const first = await write(mira, 'One')
  await write(mira, 'Two')
  await readUpTo(first)
  await pass(6 * minuteMs)
  expect(emails()).toHaveLength(1)
})

it('sends nothing to a customer who turned it off, even after it was queued', async () => {
  await write(ada, 'Hello')
  await write(mira, 'One')
  await server.call('PUT', '/auth/email-preferences', { support: false }, { token: ada.token })
  await pass(6 * minuteMs)
  expect(emails()).toEqual([])
})
