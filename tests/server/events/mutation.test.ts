import { afterAll, beforeAll, expect, it } from 'vitest'
import { outbox } from '../../../drizzle/schema.ts'
import type { AppContext } from '../../../server/app-context.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { passwordChangedTemplate } from '../../../server/mail/email-templates.ts'
import { startTestServer, type TestServer } from '../../app.ts'

let server: TestServer
let app: AppContext
const delivered: unknown[] = []
beforeAll(async () => {
  server = await startTestServer()
  app = { ...server.app, outbox: { ...server.app.outbox, wake: () => void delivered.push('outbox') } }
  app.bus.subscribe('events', (events) => delivered.push(...events.map(({ type }) => type)))
  app.bus.subscribe('session-ended', (session) => delivered.push(session))
})
afterAll(() => server.close())

const session = { sessionIds: ['s1'], reason: 'expired' } as const
const email = passwordChangedTemplate('ada@example.com', 'http://localhost')
const readOutbox = () => app.db.select().from(outbox)

it('delivers emails, session ends and events after the commit', async () => {
  const result = await runMutation(app, async ({ publish, mail, endSessions }) => {
    publish('catalogue', { type: 'item.removed', data: { _id: 'gone' } })
    mail(email)
    endSessions(session)
    expect(delivered).toEqual([])
    return 'done'
  })
  expect(result).toBe('done')
  await expect.poll(() => delivered).toEqual([session, 'outbox', 'item.removed'])
  expect(await readOutbox()).toMatchObject([{ recipient: 'ada@example.com', state: 'waiting' }])
})

it('delivers nothing of a mutation that fails', async () => {
  delivered.length = 0
  const failed = runMutation(app, async ({ publish, mail, endSessions }) => {
    publish('catalogue', { type: 'item.removed', data: { _id: 'never' } })
    mail(email)
    endSessions(session)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await runMutation(app, async ({ endSessions }) => endSessions({ ...session, sessionIds: ['s2'] }))
  await expect.poll(() => delivered).toEqual([{ ...session, sessionIds: ['s2'] }])
  expect(await readOutbox()).toHaveLength(1)
})
