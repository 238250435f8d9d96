import { afterAll, beforeAll, expect, it } from 'vitest'
import { epochs, outbox } from '../../../drizzle/schema.ts'
import type { AppContext } from '../../../server/app-context.ts'
import { maxEventLength } from '../../../server/events/append.ts'
import { runMutation } from '../../../server/events/mutation.ts'
import { toApiError } from '../../../server/http/error-handler.ts'
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

it('rejects an event above 64 kB, and rolls everything back', async () => {
  const publishData = (length: number) =>
    runMutation(app, async ({ tx, publish }) => {
      await tx.insert(epochs).values({ id: 7 + length, epoch: 'written' })
      publish('catalogue', { type: 'item.removed', data: { _id: 'x'.repeat(length - '{"_id":""}'.length) } })
    })
  delivered.length = 0
  const error: unknown = await publishData(maxEventLength + 1).catch((thrown: unknown) => thrown)
  expect(String(error)).toContain('item.removed of 65537 characters')
  expect(toApiError(error)).toMatchObject({ status: 500, message: expect.not.stringContaining('characters') })
  expect(await app.db.$count(epochs)).toBe(1)
  expect(delivered).toEqual([])
  await publishData(maxEventLength)
  expect(await app.db.$count(epochs)).toBe(2)
})
