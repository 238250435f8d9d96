import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { dialect } from '../../drizzle/kit.ts'
import { hasOrderStatus, hasPaymentStatus } from '../../drizzle/conditions.ts'
import { lastBackup, orders, outbox, statementFiles, statementLines } from '../../drizzle/schema.ts'
import { lineStates } from '../../shared/statements/staff-schema.ts'
import type { AppContext } from '../app-context.ts'
import type { Db } from '../db/transactions.ts'
import { dueSince } from '../outbox/due-since.ts'
import type { EventBus } from '../events/event-bus.ts'
import { onReport } from '../reports.ts'
import type { AppServer } from '../realtime/typed-socket.ts'

/** Upper bounds in seconds. */
const durations = [0.005, 0.025, 0.1, 0.5, 2.5]
/** Of prom-client's default metrics, those with the most series, which say the least. */
const omittedDefaults = /^nodejs_(heap_space|active|gc|eventloop_lag_(min|mean|stddev|p90))_/
const dayMs = 24 * 3_600_000
/** The statements whose lines are counted are not older. */
const statementAgeMs = 30 * dayMs

/**
 * The metrics of this process in the format of Prometheus; docs/metrics.md lists them. No label is an id or a text that
 * somebody wrote, and routes are counted by area: whatever is asked for, there are at most 200 series while nothing fails.
 */
export function createMetrics(app: AppContext, io: Pick<AppServer, 'engine'>) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const { name } of registry.getMetricsAsArray()) if (omittedDefaults.test(name)) registry.removeSingleMetric(name)
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Histogram({ name, help, labelNames, buckets: durations, registers })

  const requests = counter('kade_http_requests_total', 'Responses sent.', ['route', 'status'])
  const requestDuration = histogram('kade_http_request_duration_seconds', 'Duration of responses, by kind.', ['kind'])
  const commits = histogram('kade_commit_duration_seconds', 'Duration of commits.')
  const transactions = counter('kade_transactions_total', 'Transactions committed.')
  const retries = counter('kade_transaction_retries_total', 'Transactions that ran again after a conflict.')
  const appended = counter('kade_events_appended_total', 'Events that this process committed.')
  const events = counter('kade_events_total', 'Events delivered to this process, by kind of stream.', ['stream'])
  const eventDelay = histogram('kade_event_delay_seconds', 'From when an event was written to its delivery.')
  const replays = counter('kade_replays_total', 'Clients that had missed events when they connected.', ['outcome'])
  const emails = counter('kade_emails_total', 'Attempts to send an email.', ['outcome'])
  const failedEmails = gauge('kade_failed_emails', 'Emails of the last 24 hours that could not be delivered.')
  const jobSeconds = counter('kade_job_seconds_total', 'Time spent on scheduled jobs.', ['job'])
  const failedJobs = counter('kade_job_failures_total', 'Scheduled jobs that failed.', ['job'])
  const lines = gauge('kade_statement_lines', 'Lines of the bank statements of the last 30 days.', ['state'])
  const checks = app.chain
    ? counter('kade_chain_checks_total', 'Transactions checked on their chains.', ['state'])
    : null
  const smallTransfers = app.chain ? counter('kade_small_transfers_total', 'Transfers too small to be kept.') : null
  const endpoints = app.chain
    ? gauge('kade_chain_endpoints', 'Endpoints of chains, by how they are doing.', ['network', 'state'])
    : null
  const heights = app.chain
    ? gauge('kade_chain_height', 'The highest block that an endpoint has reported.', ['network'])
    : null
  const sockets = gauge('kade_sockets', 'Open sockets.')
  const readBus = app.bus.readStats() && createBusMetrics({ counter, gauge }, app.bus)
  const pools = app.db.readPools ? gauge('kade_pool_connections', 'Connections to Postgres.', ['pool', 'state']) : null
  const poolWaiting = app.db.readPools
    ? gauge('kade_pool_waiting', 'What waits until a connection is free.', ['pool'])
    : null
  const database = gauge('kade_database_up', 'Whether the database could be read for this scrape.')
  const databaseBytes = gauge('kade_database_bytes', 'Size of the database.')
  const backup = gauge('kade_last_backup_timestamp_seconds', 'When the last backup was recorded; 0 if none was.')
  const waiting = gauge('kade_waiting', 'What waits: payments, deliveries and emails.', ['kind'])
  const oldest = gauge('kade_waiting_oldest_seconds', 'Age of the oldest of what waits; 0 if nothing does.', ['kind'])

  const stops = [
    onReport('request', ({ method, route, status, seconds }) => {
      requests.inc({ route: areaOf(route), status: classOf(status) })
      if (!isFile(route)) requestDuration.observe({ kind: kindOf(method, route) }, seconds)
    }),
    onReport('commit', ({ transactions: count, seconds }) => {
      transactions.inc(count)
      commits.observe(seconds)
    }),
    onReport('append', ({ events: count }) => appended.inc(count)),
    onReport('transaction-retry', () => retries.inc()),
    onReport('replay', ({ outcome }) => replays.inc({ outcome })),
    onReport('email', ({ outcome }) => emails.inc({ outcome })),
    onReport('job', ({ job, failed, seconds }) => {
      jobSeconds.inc({ job }, seconds)
      if (failed) failedJobs.inc({ job })
    }),
    onReport('chain-check', ({ state }) => checks?.inc({ state })),
    onReport('small-transfer', () => smallTransfers?.inc()),
    app.bus.subscribe('events', (delivered) => {
      const now = Date.now()
      for (const { stream, at } of delivered) {
        events.inc({ stream: stream.split(':')[0]! })
        eventDelay.observe(Math.max(0, now - at.getTime()) / 1000)
      }
    }),
  ]

  /** Scrapes that come together read the database once. */
  let reading: Promise<void> | null = null
  const readDatabase = async () => {
    const queues = await readQueues(app.db)
    const now = Date.now()
    for (const { kind, count, since } of queues) {
      waiting.set({ kind }, count)
      oldest.set({ kind }, since ? Math.max(0, (now - since.getTime()) / 1000) : 0)
    }
    const counts = await readLineCounts(app.db, new Date(now - statementAgeMs))
    for (const state of lineStates) lines.set({ state }, counts.get(state) ?? 0)
    failedEmails.set(await countFailedEmails(app.db, new Date(now - dayMs)))
    databaseBytes.set(await readDatabaseBytes(app.db))
    const [recorded] = await app.db.select({ at: lastBackup.at }).from(lastBackup)
    backup.set(recorded ? recorded.at.getTime() / 1000 : 0)
  }

  const readPools = () => {
    for (const { pool, busy, idle, waiting: count } of app.db.readPools?.() ?? []) {
      pools?.set({ pool, state: 'busy' }, busy)
      pools?.set({ pool, state: 'idle' }, idle)
      poolWaiting?.set({ pool }, count)
    }
  }

  const readChains = () => {
    endpoints?.reset()
    for (const chain of app.chain?.health() ?? []) {
      for (const { state } of chain.endpoints) endpoints?.inc({ network: chain.network, state })
      heights?.set({ network: chain.network }, Math.max(0, ...chain.endpoints.map(({ head }) => head ?? 0)))
    }
  }

  return {
    contentType: registry.contentType,
    /** What Prometheus scrapes. While the database is away, it has the last known values and `kade_database_up` is 0. */
    async read(): Promise<string> {
      sockets.set(io.engine.clientsCount)
      readBus?.()
      readPools()
      readChains()
      reading ??= readDatabase().finally(() => (reading = null))
      await reading.then(
        () => database.set(1),
        () => database.set(0),
      )
      return registry.metrics()
    },
    close: () => stops.forEach((stop) => stop()),
  }
}

/** The part of the store that a route belongs to: `/api/checkout`, `/api/admin`, `/media`, `page`. */
const areaOf = (route: string): string => route.split('/').slice(0, 3).join('/').replace('/*', '')

const classOf = (status: number) => (status < 400 ? 'ok' : status < 500 ? '4xx' : '5xx')

const isFile = (route: string) => route !== 'page' && !route.startsWith('/api/')

/** Reads, changes and pages have different budgets. */
function kindOf(method: string, route: string): string {
  if (route === 'page') return 'page'
  return method === 'GET' ? 'read' : 'change'
}

type Create = {
  counter<L extends string>(name: string, help: string, labelNames?: L[]): Counter<L>
  gauge<L extends string>(name: string, help: string, labelNames?: L[]): Gauge<L>
}

/** @returns a function that reads how the bus of several processes is doing */
function createBusMetrics({ counter, gauge }: Create, bus: EventBus) {
  const redisHealthy = bus.readStats()?.redis === 'none' ? null : gauge('kade_redis_healthy', 'Whether Redis answers.')
  const peers = gauge('kade_peers', 'Other processes that announce themselves.')
  const followed = gauge('kade_followed_streams', 'Streams that this process follows.')
  const events = counter('kade_bus_events_total', 'Events, by how they came to this process.', ['kind'])
  const sweeps = counter('kade_sweeps_total', 'Comparisons of all followed streams with the database.')
  const lag = gauge('kade_tail_lag_seconds', 'Everything older has been delivered: the time since the last sweep.')
  return () => {
    const stats = bus.readStats()!
    redisHealthy?.set(stats.redis === 'healthy' ? 1 : 0)
    peers.set(stats.peers)
    followed.set(stats.followedStreams)
    events.reset()
    for (const kind of ['received', 'repeated', 'early', 'dropped', 'filled', 'swept'] as const) {
      events.inc({ kind }, stats[`${kind}Events`])
    }
    sweeps.reset()
    sweeps.inc(stats.sweeps)
    lag.set(Math.max(0, (Date.now() - stats.sweptAtMs) / 1000))
  }
}

/** How much waits, each counted by a partial index, and since when. */
const readQueues = (db: Db) =>
  Promise.all([
    readQueue(db, 'payments', orders, orders.paidAt, hasPaymentStatus(orders.paymentStatus, 'paid')),
    readQueue(db, 'deliveries', orders, orders.verifiedAt, hasOrderStatus(orders.orderStatus, 'processing')),
    readQueue(db, 'emails', outbox, dueSince, sql`${outbox.state} = 'waiting'`),
  ])

async function readQueue(
  db: Db,
  kind: string,
  table: typeof orders | typeof outbox,
  since: typeof orders.paidAt | typeof orders.verifiedAt | SQL,
  where: SQL,
) {
  const [row] = await db
    .select({ count: sql`count(*)`.mapWith(Number), since: sql`min(${since})`.mapWith(orders.paidAt) })
    .from(table)
    .where(where)
  return { kind, count: row!.count, since: row!.since as Date | null }
}

/** Of statements that weren't taken back; by an index, since lines are kept forever. */
async function readLineCounts(db: Db, since: Date): Promise<Map<string, number>> {
  const rows = await db
    .select({ state: statementLines.state, count: sql`count(*)`.mapWith(Number) })
    .from(statementFiles)
    .innerJoin(statementLines, eq(statementLines.fileId, statementFiles.id))
    .where(and(gte(statementFiles.createdAt, since), isNull(statementFiles.undoneAt)))
    .groupBy(statementLines.state)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

const countFailedEmails = (db: Db, since: Date) =>
  db.$count(outbox, and(sql`${outbox.state} = 'failed'`, gte(outbox.createdAt, since)))

async function readDatabaseBytes(db: Db): Promise<number> {
  const [row] =
    dialect === 'sqlite'
      ? await db
          .select({ bytes: sql`page_count * page_size`.mapWith(Number) })
          .from(sql`pragma_page_count(), pragma_page_size()`)
      : await db
          .select({ bytes: sql`pg_database_size(current_database())`.mapWith(Number) })
          .from(sql`(values (1)) as one`)
  return row!.bytes
}
