import Database from 'better-sqlite3'
import pg from 'pg'
import { createOwnPostgres, findPostgresPrograms } from '../../tests/own-postgres.ts'
import { createOwnRedis, hasRedisServer } from '../../tests/own-redis.ts'
import { familyCpuMs, processCpuMs } from './cpu-time.ts'
import { addUsers } from './fill.ts'
import { addUsersToPostgres, type BenchUser } from './fill-postgres.ts'
import { load, type LoadResult, request } from './load.ts'
import { createTemporaryFolder, type ServerProcess, startServer } from './processes.ts'
import { heading, median, milliseconds, perSecond, row } from './report.ts'

/** A started app with customers who have two items in their cart. */
type Target = {
  server: ServerProcess
  customers: BenchUser[]
  itemId: string
  /** Of the database's own processes, in milliseconds. */
  databaseCpuMs(): number
  stop(): Promise<void>
}
type Measured = LoadResult & { nodeMs: number; databaseMs: number }
type Scenario = { name: string; connections: number; count: number; next(target: Target): Buffer }

const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
const readCart = ({ customers }: Target) => request('GET', '/api/cart', json(customers.at(-1)!.token))
const checkout = ({ customers }: Target) => {
  const { id, token } = customers.pop()!
  return request('POST', '/api/checkout', { ...json(token), 'idempotency-key': id }, '{"paymentMethod":"binance"}')
}

const scenarios: Scenario[] = [
  { name: 'item list, 32 connections', connections: 32, count: 12_000, next: () => request('GET', '/api/items') },
  {
    name: 'item, 32 connections',
    connections: 32,
    count: 12_000,
    next: ({ itemId }) => request('GET', `/api/items/${itemId}`),
  },
  { name: 'cart, 32 connections', connections: 32, count: 6000, next: readCart },
  { name: 'checkouts, 1 connection', connections: 1, count: 600, next: checkout },
  { name: 'checkouts, 8 connections', connections: 8, count: 2000, next: checkout },
  { name: 'checkouts, 64 connections', connections: 64, count: 4000, next: checkout },
]
/** Requests before the measured ones, as a share of them. */
const warmUpShare = 0.4
const roundCount = 3
const customerCount = scenarios
  .filter(({ next }) => next === checkout)
  .reduce((sum, { count }) => sum + Math.ceil(count * (1 + warmUpShare)), 1)

/** The same requests on SQLite, on Postgres, and on Postgres with Redis in turn, with processor time per request. */
export async function measureDatabases() {
  heading('SQLite and Postgres, median of three rounds in turn; processor time of Node + Postgres per request')
  if (!findPostgresPrograms()) return row('Postgres is not installed here', 'not measured')
  const targets: [string, () => Promise<Target>][] = [
    ['SQLite', openSqliteTarget],
    ['Postgres', openPostgresTarget],
  ]
  if (hasRedisServer()) targets.push(['Postgres and Redis', openClusterTarget])
  else row('Redis is not installed here', 'Postgres is measured without it')
  const results = new Map<string, Measured[]>()
  for (let round = 0; round < roundCount; round += 1) {
    for (const [database, open] of targets) {
      const target = await open()
      for (const scenario of scenarios) {
        const key = `${scenario.name}: ${database}`
        results.set(key, [...(results.get(key) ?? []), await measure(target, scenario)])
      }
      await target.stop()
    }
  }
  for (const { name } of scenarios) {
    const [lite, ...others] = targets.map(([database]) => medianOf(results.get(`${name}: ${database}`)!))
    row(`${name}: SQLite`, describe(lite!))
    for (const [n, other] of others.entries()) {
      row(`  ${targets[n + 1]![0]}, ${(other.rate / lite!.rate).toFixed(2)} of SQLite`, describe(other))
    }
  }
}

async function measure(target: Target, { connections, count, next }: Scenario): Promise<Measured> {
  const { port } = target.server
  const send = (left: number) => load({ port, connections, next: () => (left-- > 0 ? next(target) : null) })
  await send(Math.floor(count * warmUpShare))
  const [node, database] = [processCpuMs(target.server.pid), target.databaseCpuMs()]
  const result = await send(count)
  return {
    ...result,
    nodeMs: (processCpuMs(target.server.pid) - node) / count,
    databaseMs: (target.databaseCpuMs() - database) / count,
  }
}

const medianOf = (all: Measured[]): Measured => {
  const of = (name: keyof Measured) => median(all.map((one) => one[name]))
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), nodeMs: of('nodeMs'), databaseMs: of('databaseMs') }
}

const describe = ({ rate, p50, p99, nodeMs, databaseMs }: Measured) =>
  `${perSecond(rate)}, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, ${nodeMs.toFixed(2)} + ${databaseMs.toFixed(2)} ms`

async function openSqliteTarget(): Promise<Target> {
  const folder = createTemporaryFolder()
  const file = `${folder}/store.db`
  await (await startServer({}, folder)).stopAndKeepFiles()
  const customers = addUsers(file, customerCount)
  const db = new Database(file, { readonly: true })
  const itemId = db.prepare('select id from items limit 1').pluck().get() as string
  db.close()
  const server = await startServer({}, folder)
  return { server, customers, itemId, databaseCpuMs: () => 0, stop: server.stop }
}

/**
 * On a Postgres of its own with its usual durability. It collects statistics after a second instead of a minute: a plan
 * that was made while a table was empty reads it whole until then.
 */
async function openPostgresTarget(more: Record<string, string> = {}): Promise<Target> {
  const postgres = await createOwnPostgres(['fsync=on', 'autovacuum_naptime=1'])
  const settings = { DATABASE_URL: postgres.url, APP_SECRET: 'a secret that only benchmarks use', ...more }
  await (await startServer(settings)).stop()
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const customers = await addUsersToPostgres(client, customerCount)
  const { rows } = await client.query<{ id: string }>('select id from items limit 1')
  await client.end()
  const server = await startServer(settings)
  return {
    server,
    customers,
    itemId: rows[0]!.id,
    databaseCpuMs: () => familyCpuMs(postgres.pid),
    async stop() {
      await server.stop()
      postgres.remove()
    },
  }
}

/** The same with a Redis of its own, from which the processes know the heads of the streams. */
async function openClusterTarget(): Promise<Target> {
  const redis = await createOwnRedis()
  const target = await openPostgresTarget({ REDIS_URL: redis.url })
  return {
    ...target,
    async stop() {
      await target.stop()
      await redis.remove()
    },
  }
}
