import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AppContext } from '../../../server/app-context.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer } from '../../app.ts'

let server: TestServer
let app: AppContext
const delivered: unknown[] = []
beforeAll(async () => {
  server = await startTestServer()
  app = { ...server.app, mail: { ...server.app.mail, send: (email) => void delivered.push(email) } }
  app.bus.subscribe('events', (events) => delivered.push(...events.map(({ type }) => type)))
  app.bus.subscribe('session-ended', (session) => delivered.push(session))
})
afterAll(() => server.close())

const session = { sessionIds: ['s1'], reason: 'expired' } as const
const email = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' }

it('delivers emails, session ends and events after the commit', async () => {
  const result = await runMutation(app, async ({ publish, mail, endSessions }) => {
    publish('catalogue', { type: 'item.removed', data: { _id: 'gone' } })
    mail(email)
    endSessions(session)
    expect(delivered).toEqual([])
    return 'done'
  })
  expect(result).toBe('done')
  await expect.poll(() => delivered).toEqual([email, session, 'item.removed'])
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
})
