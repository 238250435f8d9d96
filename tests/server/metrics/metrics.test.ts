import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lastBackup, orders, outbox } from '../../../drizzle/schema.ts'
import { startScheduler } from '../../../server/jobs/scheduler.ts'
import { passwordChangedTemplate } from '../../../server/mail/email-templates.ts'
import { serveMetrics } from '../../../server/metrics/serve-metrics.ts'
import { queueEmails } from '../../../server/outbox/queue-emails.ts'
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
    await payForOrder()
    await server.call('GET', '/cart')
    const after = await scrape()
    const grown = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(grown('kade_http_requests_total{method="POST",route="/api/checkout",status="200"}')).toBe(1)
    expect(grown('kade_http_requests_total{method="PATCH",route="/api/checkout/:id/mark-paid",status="200"}')).toBe(1)
    expect(grown('kade_http_requests_total{method="GET",route="/api/cart",status="401"}')).toBe(1)
    expect(grown('kade_http_request_duration_seconds_count{kind="change"}')).toBe(3)
    expect(grown('kade_transactions_total')).toBeGreaterThanOrEqual(3)
    expect(grown('kade_events_total{stream="staff"}')).toBeGreaterThanOrEqual(2)
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
    expect(samples['kade_job_duration_seconds_count{job="refresh-storefront"}']).toBe(1)
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
