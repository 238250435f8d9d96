import { type SQL, sql } from 'drizzle-orm'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { dialect } from '../../drizzle/kit.ts'
import { hasOrderStatus, hasPaymentStatus } from '../../drizzle/conditions.ts'
import { lastBackup, orders, outbox } from '../../drizzle/schema.ts'
import type { AppContext } from '../app-context.ts'
import type { Db } from '../db/transactions.ts'
import { dueSince } from '../outbox/due-since.ts'
import { onReport } from '../reports.ts'
import type { AppServer } from '../realtime/typed-socket.ts'

/** Upper bounds in seconds. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * The metrics of this process in the format of Prometheus; docs/metrics.md lists them. No label is an id or a text that
 * somebody wrote, so their number is bounded by the store's routes.
 */
export function createMetrics(app: AppContext, io: Pick<AppServer, 'engine'>) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Histogram({ name, help, labelNames, buckets: durations, registers })

  const requests = counter('kade_http_requests_total', 'Responses sent.', ['method', 'route', 'status'])
  const requestTime = counter('kade_http_request_seconds_total', 'Time spent on responses, by route.', [
    'method',
    'route',
  ])
  const requestDuration = histogram('kade_http_request_duration_seconds', 'Duration of responses, by kind.', ['kind'])
  const commits = histogram('kade_commit_duration_seconds', 'Duration of commits.')
  const transactions = counter('kade_transactions_total', 'Transactions committed.')
  const retries = counter('kade_transaction_retries_total', 'Transactions that ran again after a conflict.')
  const events = counter('kade_events_total', 'Events delivered to this process, by kind of stream.', ['stream'])
  const replays = counter('kade_replays_total', 'Clients that had missed events when they connected.', ['outcome'])
  const emails = counter('kade_emails_total', 'Attempts to send an email.', ['outcome'])
  const jobs = histogram('kade_job_duration_seconds', 'Duration of scheduled jobs.', ['job'])
  const failedJobs = counter('kade_job_failures_total', 'Scheduled jobs that failed.', ['job'])
  const checks = counter('kade_chain_checks_total', 'Transactions checked on their chains.', ['network', 'state'])
  const smallTransfers = counter('kade_small_transfers_total', 'Transfers too small to be kept.', ['network'])
  const endpoints = app.chain
    ? gauge('kade_chain_endpoints', 'Endpoints of chains, by how they are doing.', ['network', 'state'])
    : null
  const heights = app.chain
    ? gauge('kade_chain_height', 'The highest block that an endpoint has reported.', ['network'])
    : null
  const sockets = gauge('kade_sockets', 'Open sockets.')
  const usesRedis = app.bus.readStats().redis !== 'none'
  const redisHealthy = usesRedis ? gauge('kade_redis_healthy', 'Whether Redis answers.') : null
  const peers = gauge('kade_peers', 'Other processes that announce themselves.')
  const followed = gauge('kade_followed_streams', 'Streams that this process follows.')
  const busEvents = counter(
    'kade_bus_events_total',
    'Events that arrived, were known already, or were read from the database because they had not arrived.',
    ['kind'],
  )
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
      requests.inc({ method, route, status })
      requestTime.inc({ method, route }, seconds)
      requestDuration.observe({ kind: kindOf(method, route) }, seconds)
    }),
    onReport('commit', ({ transactions: count, seconds }) => {
      transactions.inc(count)
      commits.observe(seconds)
    }),
    onReport('transaction-retry', () => retries.inc()),
    onReport('replay', ({ outcome }) => replays.inc({ outcome })),
    onReport('email', ({ outcome }) => emails.inc({ outcome })),
    onReport('job', ({ job, failed, seconds }) => {
      jobs.observe({ job }, seconds)
      if (failed) failedJobs.inc({ job })
    }),
    onReport('chain-check', ({ network, state }) => checks.inc({ network, state })),
    onReport('small-transfer', ({ network }) => smallTransfers.inc({ network })),
    app.bus.subscribe('events', (delivered) => {
      for (const { stream } of delivered) events.inc({ stream: stream.split(':')[0]! })
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

  const readBus = () => {
    const { redis, ...stats } = app.bus.readStats()
    redisHealthy?.set(redis === 'healthy' ? 1 : 0)
    peers.set(stats.peers)
    followed.set(stats.followedStreams)
    busEvents.reset()
    busEvents.inc({ kind: 'received' }, stats.receivedEvents)
    busEvents.inc({ kind: 'repeated' }, stats.repeatedEvents)
    busEvents.inc({ kind: 'filled' }, stats.filledEvents)
  }

  return {
    contentType: registry.contentType,
    /** What Prometheus scrapes. While the database is away, it has the last known values and `kade_database_up` is 0. */
    async read(): Promise<string> {
      sockets.set(io.engine.clientsCount)
      readBus()
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

/** Reads, changes and pages have different budgets. */
function kindOf(method: string, route: string): string {
  if (!route.startsWith('/api/')) return route === 'page' ? 'page' : 'file'
  return method === 'GET' ? 'read' : 'change'
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
