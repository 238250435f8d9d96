import { asc, eq, getTableName, is, Table } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as schema from '../../../drizzle/schema.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { createEmailDelivery } from '../../../server/jobs/deliver-email.ts'
import { createLog } from '../../../server/log.ts'
import { passwordChangedTemplate, resetPasswordTemplate } from '../../../server/mail/email-templates.ts'
import { createMailer } from '../../../server/mail/mailer.ts'
import { DeliveryError } from '../../../server/outbox/delivery-error.ts'
import { pruneOutbox } from '../../../server/outbox/leases.ts'
import { createOutbox, type Deliver, retryDelaysMs } from '../../../server/outbox/outbox.ts'
import { type OutboxRow, queueEmails, type QueuedEmail } from '../../../server/outbox/queue-emails.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'
import { buildOrder, buildUser } from '../../build.ts'
import { tokenSentTo } from '../mail/emails.ts'
import { startSmtpServer } from '../mail/smtp-server.ts'

const { outbox } = schema
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

let server: TestServer
/** The clock of the outboxes that a test creates; ahead of ours, so that what the app has queued is due. */
let clockMs: number
const cleanUps: (() => unknown)[] = []
beforeEach(async () => {
  server = await startTestServer()
  // Its own outbox sends nothing: the tests send with their clock.
  await server.app.outbox.close()
  clockMs = Date.now() + minuteMs
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  await server.close()
})

const createTestOutbox = (deliver: Deliver, { db } = server.app) =>
  createOutbox({ db, log: createLog('silent'), deliver, now: () => new Date(clockMs) })

/** An outbox that sends over SMTP. */
function createSmtpOutbox(smtpUrl: string) {
  const mail = createMailer({ ...server.env, mail: { ...server.env.mail, smtpUrl } }, createLog('silent'))
  cleanUps.push(mail.close)
  return createTestOutbox(createEmailDelivery(server.app.db, server.env, mail))
}

const queue = (...emails: QueuedEmail[]) =>
  server.app.db.transaction((tx) => queueEmails(tx, server.env, emails, new Date(clockMs)))
const notice = (n: number | string = 1) => passwordChangedTemplate(`ada${n}@example.com`, server.env.publicUrl)
const readRows = () => server.app.db.select().from(outbox).orderBy(asc(outbox.id))
const states = async () => (await readRows()).map(({ state }) => state)

/** A delivery that records what it is given, and fails while `error` is set. */
function recordDeliveries() {
  const deliveries = { rows: [] as OutboxRow[], error: null as Error | null }
  const deliver: Deliver = async (row) => {
    deliveries.rows.push(row)
    if (deliveries.error) throw deliveries.error
    return null
  }
  return { deliveries, deliver }
}

const temporary = new DeliveryError('ECONNREFUSED', { isPermanent: false })

describe('the time since when emails wait', () => {
  const readSystem = async () => (await server.app.system.read(new Date(clockMs))).emails
  const alarms = async () => (await server.app.system.read(new Date(clockMs))).alarms.map(({ kind }) => kind)

  it('is not that of the next attempt: staff are alarmed while the mail server is away', async () => {
    const { deliveries, deliver } = recordDeliveries()
    deliveries.error = temporary
    const { drain } = createTestOutbox(deliver)
    await queue(notice())
    const queuedAt = clockMs
    for (const delayMs of [0, ...retryDelaysMs.slice(0, 4)]) {
      expect(await alarms(), 'for as long as ten minutes').not.toContain('email')
      clockMs += delayMs
      await drain()
    }
    clockMs = queuedAt + 11 * minuteMs
    expect(await readSystem()).toEqual({ waiting: 1, oldestDueAt: queuedAt, failed: 0 })
    expect(await alarms()).toContain('email')
    deliveries.error = null
    clockMs += hourMs
    await drain()
    expect(await readSystem()).toEqual({ waiting: 0, oldestDueAt: null, failed: 0 })
    expect(await alarms()).not.toContain('email')
  })

  it('of one that is sent later on purpose is that later time', async () => {
    await queue({ ...notice(), sendAt: new Date(clockMs + hourMs) })
    expect(await readSystem()).toEqual({ waiting: 1, oldestDueAt: clockMs + hourMs, failed: 0 })
    expect(await alarms()).not.toContain('email')
  })
})

describe('retries', () => {
  it('tries again after 2 s, 15 s, 1 min, 5 min, 30 min, 2 h and 8 h, and then gives up', async () => {
    const { deliveries, deliver } = recordDeliveries()
    deliveries.error = temporary
    const { drain } = createTestOutbox(deliver)
    await queue(notice())
    const start = clockMs
    const triedAt: number[] = []
    for (const delayMs of [0, ...retryDelaysMs, 24 * hourMs]) {
      clockMs += delayMs - 1
      await drain()
      clockMs += 1
      const before = deliveries.rows.length
      await drain()
      if (deliveries.rows.length > before) triedAt.push(clockMs - start)
    }
    const waits = triedAt.slice(1).map((at, i) => at - triedAt[i]!)
    expect(waits).toEqual([2, 15, 60, 300, 1800, 7200, 28_800].map((seconds) => seconds * secondMs))
    expect(await readRows()).toMatchObject([{ state: 'failed', attempts: 8, lastError: 'ECONNREFUSED' }])
  })

  it('does not try again what the mail server has refused for good', async () => {
    const { deliveries, deliver } = recordDeliveries()
    deliveries.error = new DeliveryError('EENVELOPE RCPT TO 550', { isPermanent: true })
    const { drain } = createTestOutbox(deliver)
    await queue(notice())
    await drain()
    clockMs += 9 * hourMs
    await drain()
    expect(deliveries.rows).toHaveLength(1)
    expect(await readRows()).toMatchObject([{ state: 'failed', lastError: 'EENVELOPE RCPT TO 550' }])
  })

  it('sends the others when one can’t be rendered', async () => {
    const smtp = await startSmtpServer()
    cleanUps.push(smtp.close)
    await queue(notice(1), notice(2), notice(3))
    const [, second] = await readRows()
    await server.app.db.update(outbox).set({ kind: 'of a later version' }).where(eq(outbox.id, second!.id))
    await createSmtpOutbox(smtp.smtpUrl).drain()
    expect(smtp.received.map(({ to }) => `${to[0]}`).toSorted()).toEqual(['ada1@example.com', 'ada3@example.com'])
    expect(await states()).toEqual(['sent', 'waiting', 'sent'])
  })
})

describe('an outage of the mail server', () => {
  it('of two hours loses nothing, and nothing is sent twice', async () => {
    const probe = await startSmtpServer()
    await probe.close()
    const sending = createSmtpOutbox(probe.smtpUrl)
    const start = clockMs
    const expected: string[] = []
    for (let n = 0; n < 8; n += 1) {
      expected.push(`ada${n}@example.com`)
      await queue(notice(n))
      const next = start + (n + 1) * 15 * minuteMs
      for (; clockMs < next; clockMs += minuteMs) await sending.drain()
    }
    expect(new Set(await states())).toEqual(new Set(['waiting']))
    const smtp = await startSmtpServer({}, probe.port)
    cleanUps.push(smtp.close)
    for (; clockMs < start + 5 * hourMs; clockMs += 5 * minuteMs) await sending.drain()
    expect(smtp.received.map(({ to }) => `${to[0]}`).toSorted()).toEqual(expected)
    expect(new Set(await states())).toEqual(new Set(['sent']))
  })

  it('sends nothing older than a day in a burst afterwards', async () => {
    const smtp = await startSmtpServer()
    cleanUps.push(smtp.close)
    await queue(...Array.from({ length: 15 }, (_, n) => notice(n)))
    clockMs += 24 * hourMs + minuteMs
    await queue(notice('new'))
    await createSmtpOutbox(smtp.smtpUrl).drain()
    expect(smtp.received.map(({ to }) => to[0])).toEqual(['adanew@example.com'])
    expect(await readRows()).toMatchObject([
      ...Array.from({ length: 15 }, () => ({ state: 'dropped', lastError: 'too old' })),
      { state: 'sent' },
    ])
  })

  it('drops a link for a new password once it has expired, and keeps other security emails', async () => {
    const { deliveries, deliver } = recordDeliveries()
    await queue(resetPasswordTemplate('ada@example.com', server.env.publicUrl, 'x'), notice())
    clockMs += 31 * minuteMs
    await createTestOutbox(deliver).drain()
    expect(deliveries.rows.map(({ kind }) => kind)).toEqual(['account_notice'])
    expect((await states()).toSorted()).toEqual(['dropped', 'sent'])
  })

  it('sends security emails before the rest that has waited', async () => {
    const ada = await buildUser(server)
    await buildOrder(server, ada)
    await buildOrder(server, ada)
    await queue(resetPasswordTemplate('ada@example.com', server.env.publicUrl, 'x'))
    const { deliveries, deliver } = recordDeliveries()
    await createTestOutbox(deliver).drain()
    expect(deliveries.rows.map(({ kind }) => kind)).toEqual(['password_reset', 'order_received', 'order_received'])
  })
})

describe('a process that dies', () => {
  it('between the commit and sending loses nothing: the next one sends it', async () => {
    const smtp = await startSmtpServer()
    cleanUps.push(smtp.close)
    const ada = await buildUser(server)
    const order = await buildOrder(server, ada)
    await server.stop()
    // The scheduler of the next process.
    server = await startTestServer({ SMTP_URL: smtp.smtpUrl }, server.folder)
    await server.app.outbox.drain()
    expect(smtp.received).toMatchObject([{ to: [ada.email] }])
    expect(smtp.received[0]!.headers.subject).toBe(`Order #${order._id.slice(-6).toUpperCase()} received`)
  })

  it('while sending leaves the email to another, after its lease, under the same Message-ID', async () => {
    const smtp = await startSmtpServer()
    cleanUps.push(smtp.close)
    await queue(notice())
    let accepted = () => {}
    const acceptedByServer = new Promise<void>((resolve) => (accepted = resolve))
    const sending = createEmailDelivery(
      server.app.db,
      server.env,
      createMailer({ ...server.env, mail: { ...server.env.mail, smtpUrl: smtp.smtpUrl } }, createLog('silent')),
    )
    // It dies after the mail server has accepted the email and before it has written so.
    const dying = createTestOutbox(async (row, now) => {
      await sending(row, now)
      accepted()
      return new Promise(() => {})
    })
    void dying.drain()
    await acceptedByServer
    const other = createSmtpOutbox(smtp.smtpUrl)
    clockMs += 29 * secondMs
    await other.drain()
    expect(smtp.received).toHaveLength(1)
    clockMs += 2 * secondMs
    await other.drain()
    expect(smtp.received).toHaveLength(2)
    const [first, second] = smtp.received.map(({ headers }) => headers['message-id'])
    expect(first).toMatch(/^<\w{22}@localhost>$/)
    expect(second).toBe(first)
    expect(await readRows()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })
})

it('sends each email once when several processes drain one database at the same time', async () => {
  const sent: string[] = []
  const deliver: Deliver = async ({ id }) => {
    await new Promise(setImmediate)
    sent.push(id)
    return null
  }
  const databases = await Promise.all([1, 2, 3].map(() => openDatabase(server.env.databaseUrl)))
  cleanUps.push(() => Promise.all(databases.map(async (db) => db.close())))
  const outboxes = databases.map((db) => createTestOutbox(deliver, { ...server.app, db }))
  for (let round = 0; round < 5; round += 1) {
    await queue(...Array.from({ length: 12 }, (_, n) => notice(n)))
    await Promise.all(outboxes.map(({ drain }) => drain()))
  }
  expect(sent).toHaveLength(60)
  expect(new Set(sent).size).toBe(60)
  expect(new Set(await states())).toEqual(new Set(['sent']))
})

it('sends two emails with the same key once', async () => {
  await queue({ ...notice(), dedupe: 'one' }, { ...notice(), dedupe: 'one' })
  await queue({ ...notice(), dedupe: 'one' }, { ...notice(), dedupe: 'other' })
  expect((await readRows()).map(({ dedupe }) => dedupe)).toEqual(['one', 'other'])
})

it('sends right after the commit, without the scheduler', async () => {
  const smtp = await startSmtpServer()
  cleanUps.push(smtp.close)
  await server.close()
  server = await startTestServer({ SMTP_URL: smtp.smtpUrl })
  const ada = await buildUser(server)
  await buildOrder(server, ada)
  expect((await waitFor(() => smtp.received[0])).to).toEqual([ada.email])
})

it('waits for the time an email is meant for', async () => {
  const { deliveries, deliver } = recordDeliveries()
  const { drain } = createTestOutbox(deliver)
  await queue({ ...notice(), sendAt: new Date(clockMs + 5 * minuteMs) })
  await drain()
  expect(deliveries.rows).toEqual([])
  clockMs += 5 * minuteMs + 1
  await drain()
  expect(deliveries.rows).toHaveLength(1)
})

it('stores a link that grants access nowhere in the clear', async () => {
  await server.close()
  server = await startTestServer()
  const ada = await buildUser(server)
  await server.call('POST', '/auth/forgot-password', { email: ada.email })
  const token = await tokenSentTo(server, ada.email, 'reset')
  // Events and the audit log are tables, too.
  for (const table of Object.values(schema).filter((one) => is(one, Table))) {
    const rows = await server.app.db.select().from(table as typeof outbox)
    expect(JSON.stringify(rows), getTableName(table)).not.toContain(token)
  }
  expect(await server.app.db.$count(outbox)).toBe(1)
})

it('deletes what was sent or dropped after 7 days and what failed after 30, in batches', async () => {
  await queue(...Array.from({ length: 4 }, (_, n) => notice(n)))
  const rows = await readRows()
  for (const [i, state] of (['sent', 'dropped', 'failed', 'waiting'] as const).entries()) {
    await server.app.db.update(outbox).set({ state }).where(eq(outbox.id, rows[i]!.id))
  }
  const prune = (days: number) => pruneOutbox(server.app.db, new Date(clockMs + days * 24 * hourMs + minuteMs))
  await prune(6)
  expect(await states()).toEqual(['sent', 'dropped', 'failed', 'waiting'])
  await prune(7)
  expect(await states()).toEqual(['failed', 'waiting'])
  await prune(30)
  expect(await states()).toEqual(['waiting'])
  await queue(...Array.from({ length: 1201 }, (_, n) => notice(n)))
  await server.app.db.update(outbox).set({ state: 'sent' })
  await prune(8)
  expect(await states()).toEqual([])
})
