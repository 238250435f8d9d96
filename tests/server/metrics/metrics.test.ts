import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialect } from '../../../drizzle/kit.ts'
import { lastBackup, orders, outbox, statementFiles, statementLines, streamEvents } from '../../../drizzle/schema.ts'
import { startScheduler } from '../../../server/jobs/scheduler.ts'
import { passwordChangedTemplate } from '../../../server/mail/email-templates.ts'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { serveMetrics } from '../../../server/metrics/serve-metrics.ts'
import { queueEmails } from '../../../server/outbox/queue-emails.ts'
import { report } from '../../../server/reports.ts'
import { api } from '../../../shared/api.ts'
import type { Route } from '../../../shared/contract.ts'
import { networks } from '../../../shared/payments/schema.ts'
import { lineStates, type LineState } from '../../../shared/statements/staff-schema.ts'
import { startTestServer, type TestServer } from '../../app.ts'
import { buildItem, buildUser, type TestUser } from '../../build.ts'

let server: TestServer
let ada: TestUser
let metrics: Awaited<ReturnType<typeof serveMetrics>>
beforeEach(async () => {
  server = await startTestServer()
  ada = await buildUser(server)
  metrics = await serveMetrics(server.app, { engine: { clientsCount: 3 } as never }, { port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  metrics.close()
  await server.close()
})

const fetchMetrics = (path = '/metrics') => fetch(`http://127.0.0.1:${metrics.port}${path}`)
/** The samples of a scrape by name and labels: `kade_sockets`, `kade_waiting{kind="payments"}`. */
async function scrape(): Promise<Record<string, number>> {
  const text = await (await fetchMetrics()).text()
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

const queueEmail = (now: Date) =>
  server.app.db.transaction((tx) =>
    queueEmails(tx, server.env, [passwordChangedTemplate('ada@example.com', server.env.publicUrl)], now),
  )

async function buildStatement(file: { createdAt: Date; undoneAt?: Date }, states: LineState[]) {
  const { db } = server.app
  const sha256 = String(file.createdAt.getTime())
  const row = {
    name: 'May',
    sha256,
    format: 'csv',
    account: '1',
    lineCount: states.length,
    uploadedById: ada.id,
  } as const
  const [stored] = await db
    .insert(statementFiles)
    .values({ ...row, ...file })
    .returning()
  const line = { currency: 'LKR', credit: true, payer: '', text: '', bankRef: '', matchedState: 'sure' } as const
  const rest = { fileId: stored!.id, candidates: [], why: { text: '', marks: [] } }
  await db
    .insert(statementLines)
    .values(states.map((state, n) => ({ ...line, ...rest, state, position: n + 1, fingerprint: `${sha256} ${n}` })))
}

async function payForOrder() {
  const { id: item } = await buildItem(server)
  await server.call('POST', '/cart', { item }, ada)
  const order = await server.call<{ _id: string }>(
    'POST',
    '/checkout',
    { paymentMethod: 'binance' },
    { ...ada, key: 'k' },
  )
  const { _id } = order.body.data
  await server.call('PATCH', `/checkout/${_id}/mark-paid`, { reference: 'REF 1' }, { ...ada, key: 'p' })
}

describe('GET /metrics', () => {
  it('is served on its own port alone, and nothing else is', async () => {
    const response = await fetchMetrics()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect((await fetchMetrics('/')).status).toBe(404)
    expect((await fetchMetrics('/metrics?x')).status).toBe(404)
    expect((await server.router.request('http://localhost/metrics')).status).toBe(404)
  })

  it('counts requests by route and status, commits, events, and what waits', async () => {
    const before = await scrape()
    const storedBefore = await server.app.db.$count(streamEvents)
    await payForOrder()
    await server.call('GET', '/cart')
    const after = await scrape()
    const storedAfter = await server.app.db.$count(streamEvents)
    const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(grown('kade_http_requests_total{route="/api/checkout",status="ok"}')).toBe(2)
    expect(grown('kade_http_requests_total{route="/api/cart",status="ok"}')).toBe(1)
    expect(grown('kade_http_requests_total{route="/api/cart",status="4xx"}')).toBe(1)
    expect(grown('kade_http_request_duration_seconds_count{kind="change"}')).toBe(3)
    expect(grown('kade_transactions_total')).toBeGreaterThanOrEqual(3)
    expect(grown('kade_events_total{stream="staff"}')).toBeGreaterThanOrEqual(2)
    expect(grown('kade_events_appended_total')).toBe(storedAfter - storedBefore)
    const delivered = ['staff', 'user', 'catalogue'].map((stream) => grown(`kade_events_total{stream="${stream}"}`))
    expect(grown('kade_event_delay_seconds_count')).toBe(delivered.reduce((sum, count) => sum + count))
    expect(after).toMatchObject({
      kade_sockets: 3,
      kade_database_up: 1,
      'kade_waiting{kind="payments"}': 1,
      'kade_waiting{kind="deliveries"}': 0,
    })
    expect(after.kade_database_bytes).toBeGreaterThan(100_000)
  })

  it('says for how long the oldest payment has waited, and 0 when none does', async () => {
    const name = 'kade_waiting_oldest_seconds{kind="payments"}'
    expect((await scrape())[name]).toBe(0)
    await payForOrder()
    await server.app.db.update(orders).set({ paidAt: new Date(Date.now() - 3_600_000) })
    expect((await scrape())[name]).toBeCloseTo(3600, -2)
  })

  it('says for how long the oldest email has waited, also while it is tried again later', async () => {
    const name = 'kade_waiting_oldest_seconds{kind="emails"}'
    await server.app.outbox.close()
    await server.app.db.delete(outbox)
    await queueEmail(new Date(Date.now() - 3_600_000))
    expect((await scrape())[name]).toBeCloseTo(3600, -2)
    const nextAt = new Date(Date.now() + 3_600_000)
    await server.app.db.update(outbox).set({ nextAt, attempts: 6 })
    expect((await scrape())[name]).toBeCloseTo(3600, -2)
    await server.app.db.update(outbox).set({ attempts: 0 })
    expect((await scrape())[name], 'not before its time').toBe(0)
  })

  it('counts the emails of a day that could not be delivered', async () => {
    await server.app.outbox.close()
    for (const age of [1, 23, 25]) await queueEmail(new Date(Date.now() - age * 3_600_000))
    expect((await scrape()).kade_failed_emails).toBe(0)
    await server.app.db.update(outbox).set({ state: 'failed' })
    expect((await scrape()).kade_failed_emails).toBe(2)
  })

  it('counts the lines of recent bank statements by state, without those that were taken back', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await buildStatement({ createdAt: daysAgo(29) }, ['sure', 'several', 'several'])
    await buildStatement({ createdAt: daysAgo(1), undoneAt: new Date() }, ['sure'])
    await buildStatement({ createdAt: daysAgo(31) }, ['sure', 'unmatched'])
    const samples = await scrape()
    const counts = lineStates.map((state) => samples[`kade_statement_lines{state="${state}"}`])
    expect(counts).toEqual(lineStates.map((state) => ({ sure: 1, several: 2 })[state as string] ?? 0))
  })

  it('says when the last backup was recorded, and 0 before the first', async () => {
    const name = 'kade_last_backup_timestamp_seconds'
    expect((await scrape())[name]).toBe(0)
    await server.app.db.insert(lastBackup).values({ id: 1, at: new Date('2030-01-02T03:04:05Z') })
    expect((await scrape())[name]).toBe(Date.parse('2030-01-02T03:04:05Z') / 1000)
  })

  it('counts scheduled jobs and those that failed', async () => {
    server.app.storefront.refresh = () => Promise.reject(new Error('full'))
    const stop = startScheduler(server.app)
    await expect.poll(scrape).toHaveProperty(['kade_job_failures_total{job="refresh-storefront"}'])
    await stop()
    const samples = await scrape()
    expect(samples['kade_job_seconds_total{job="refresh-storefront"}']).toBeGreaterThan(0)
    expect(samples['kade_job_failures_total{job="send-outbox"}']).toBeUndefined()
  })

  it('has no label that a visitor can make up', async () => {
    const random = () => Math.random().toString(36).slice(2)
    const requestAnything = async () => {
      await server.call('GET', `/items/${random()}`)
      await server.router.request(`http://localhost/${random()}/${random()}?${random()}`, { method: 'FOO' })
    }
    await requestAnything()
    const readNames = async () => Object.keys(await scrape()).filter((name) => name.startsWith('kade_'))
    const names = await readNames()
    for (let i = 0; i < 300; i += 1) await requestAnything()
    expect(await readNames()).toEqual(names)
  })

  it('is answered without the database, which it reports as down, and recovers', async () => {
    const { select } = server.app.db
    server.app.db.select = () => {
      throw new Error('away')
    }
    expect((await scrape()).kade_database_up).toBe(0)
    server.app.db.select = select
    expect((await scrape()).kade_database_up).toBe(1)
  })
})

/** What a process of a cluster that checks every chain has besides. */
function enableEverything({ app }: TestServer) {
  const pool = { busy: 1, idle: 1, waiting: 0 }
  app.db.readPools = () => [
    { pool: 'reads', ...pool },
    { pool: 'transactions', ...pool },
  ]
  app.bus.readStats = () => ({
    redis: 'healthy',
    peers: 2,
    followedStreams: 2,
    receivedEvents: 6,
    repeatedEvents: 5,
    earlyEvents: 4,
    droppedEvents: 3,
    filledEvents: 2,
    sweptEvents: 1,
    sweeps: 7,
    sweptAtMs: Date.now() - 2000,
  })
  const endpoints = [{ state: 'working', head: 5 }]
  app.chain = { health: () => networks.map((network) => ({ network, endpoints })) } as never
}

/** All that a process may do. */
function reportEverything({ statuses, failed }: { statuses: number[]; failed: boolean }) {
  for (const route of [...Object.values<Route>(api).map(({ path }) => `/api${path}`), '/api/*', ...otherRoutes]) {
    for (const method of ['GET', 'POST']) {
      for (const status of statuses) report('request', { method, route, status, seconds: 0.1 })
    }
  }
  for (const outcome of ['sent', 'retried', 'failed', 'dropped'] as const) report('email', { outcome })
  for (const outcome of ['replayed', 'resync'] as const) report('replay', { outcome })
  for (const state of ['mined', 'disputed', 'waiting', 'moving', 'mempool', 'silent', 'unknown']) {
    for (const network of networks) report('chain-check', { network, state })
  }
  for (const job of [...orderJobs, 'send-outbox', 'check-chains', 'refresh-storefront', 'report-system', 'prune']) {
    report('job', { job, failed, seconds: 0.1 })
  }
}
const otherRoutes = ['page', '/assets/*', '/media/*', '/dev/*']
const orderJobs = [
  'release-expired-claims',
  'expire-orders',
  'remind-of-expiry',
  'bring-back-conversations',
  'alert-staff',
]

it('has at most 200 series in a process of a cluster whose every route is used, and few more in an outage', async () => {
  enableEverything(server)
  const all = createMetrics(server.app, { engine: { clientsCount: 3 } as never })
  for (const stream of ['staff', 'catalogue', `user:${ada.id}`]) {
    server.app.bus.publish('events', [{ stream, seq: 1, type: 'item.removed', at: new Date(), data: '{"_id":"x"}' }])
  }
  const readSeries = async () => (await all.read()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  reportEverything({ statuses: [200, 304, 401, 404], failed: false })
  const series = await readSeries()
  expect(series.length).toBeLessThanOrEqual(200)
  expect(series).toEqual(
    expect.arrayContaining([
      'kade_redis_healthy 1',
      'kade_bus_events_total{kind="early"} 4',
      'kade_bus_events_total{kind="swept"} 1',
      'kade_sweeps_total 7',
      'kade_chain_height{network="TRC20"} 5',
    ]),
  )
  const lag = series.find((line) => line.startsWith('kade_tail_lag_seconds'))!
  expect(Number(lag.split(' ')[1])).toBeGreaterThanOrEqual(2)
  reportEverything({ statuses: [403, 500, 503], failed: true })
  expect((await readSeries()).length).toBeLessThanOrEqual(240)
  all.close()
})

it.runIf(dialect === 'sqlite')('has none of the series of several processes in one that is alone', async () => {
  const names = Object.keys(await scrape()).join(' ')
  expect(names).not.toMatch(/kade_(redis|peers|followed|bus|sweeps|tail)/)
})
