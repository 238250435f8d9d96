import { afterAll, beforeAll, expect, it } from 'vitest'
import { outbox, paymentAlerts } from '../../../drizzle/schema.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import type { Db } from '../../../server/db/transactions.ts'
import { createJobs } from '../../../server/jobs/scheduler.ts'
import { createLog } from '../../../server/log.ts'
import { passwordChangedTemplate } from '../../../server/mail/email-templates.ts'
import { createOutbox } from '../../../server/outbox/outbox.ts'
import { queueEmails } from '../../../server/outbox/queue-emails.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildPaidOrder, buildStaff, buildUser } from '../../build.ts'
import { createPostgresDatabase } from '../../postgres.ts'

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let server: TestServer
/** Those of other processes. */
let databases: Db[]
beforeAll(async () => {
  database = await createPostgresDatabase()
  server = await startTestServer({ DATABASE_URL: database.url })
  await server.app.outbox.close()
  databases = [await openPostgres(database.url), await openPostgres(database.url), await openPostgres(database.url)]
}, 60_000)
afterAll(async () => {
  for (const db of databases) await db.close()
  await server.close()
  await database.drop()
})

it('sends each email once when several processes drain one database at the same time', async () => {
  const sent: string[] = []
  const outboxes = databases.map((db) =>
    createOutbox({
      db,
      log: createLog('silent'),
      async deliver({ id }) {
        await new Promise(setImmediate)
        sent.push(id)
        return null
      },
    }),
  )
  for (let round = 0; round < 5; round += 1) {
    const emails = Array.from({ length: 12 }, (_, n) =>
      passwordChangedTemplate(`ada${n}@example.com`, 'http://localhost'),
    )
    await server.app.db.transaction((tx) => queueEmails(tx, server.env, emails, new Date()))
    await Promise.all(outboxes.map(({ drain }) => drain()))
  }
  expect(sent).toHaveLength(60)
  expect(new Set(sent).size).toBe(60)
  const rows = await server.app.db.select().from(outbox)
  expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual(Array.from({ length: 60 }, () => ['sent', 1]))
}, 60_000)

it('alerts each member of staff once when several processes look at the same time', async () => {
  const [ada, mira] = [await buildUser(server), await buildStaff(server)]
  await buildPaidOrder(server, ada)
  await buildPaidOrder(server, ada)
  const later = new Date(Date.now() + 20 * 60_000)
  await Promise.all(databases.map((db) => createJobs({ ...server.app, db }).alertAbsentStaff(later)))
  const alerts = await server.app.db.select().from(outbox)
  expect(alerts.filter(({ kind }) => kind === 'payment_waiting')).toMatchObject([{ recipient: mira.email }])
  expect(await server.app.db.$count(paymentAlerts)).toBe(2)
}, 60_000)
