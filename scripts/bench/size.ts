import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import pg from 'pg'
import { processCpuMs } from './cpu-time.ts'
import { measureFirstRenders } from './first-renders.ts'
import { createTemporaryFolder, startServer } from './processes.ts'
import { heading, median, milliseconds, row } from './report.ts'
import { generateRows, type Patterns, type Row, sizes } from './size-rows.ts'

type Target = {
  databaseUrl: string
  readPatterns(): Promise<Patterns>
  insert(table: string, rows: Row[]): Promise<void>
  close(): Promise<void>
  /** What Postgres does by itself within a minute of such changes. */
  vacuum?(): Promise<void>
  drop(): Promise<void>
}

const patternTables = ['categories', 'items', 'users', 'orders', 'order_lines', 'order_events'] as const
const batchSize = 2000
const calls = 15
/** A server that has just started compiles what it runs. */
const warmUpCalls = 30

const requests: [name: string, as: 'visitor' | 'busy' | 'staff', path: string][] = [
  ['item list', 'visitor', '/items'],
  ['item list, by price', 'visitor', '/items?sortBy=price-low'],
  ['item search', 'visitor', '/items?q=premium%20cloud'],
  ['item search, misspelt', 'visitor', '/items?q=premuim'],
  ['item search, one item', 'visitor', '/items?q=40123'],
  ['dashboard of 5,000 orders', 'busy', '/dashboard'],
  ['orders of 5,000', 'busy', '/checkout'],
  ['notifications of 100,000', 'busy', '/notifications'],
  ['payment queue', 'staff', '/admin/orders?paymentStatus=paid'],
  ['payment queue, q=REF5', 'staff', '/admin/orders?paymentStatus=paid&q=REF5'],
  ['orders', 'staff', '/admin/orders'],
  ['orders, q=silva', 'staff', '/admin/orders?q=silva'],
  ['orders, q=zzz', 'staff', '/admin/orders?q=zzz'],
  ['orders, by reference', 'staff', '/admin/orders?q=REF%20123456'],
  ['customers', 'staff', '/admin/customers'],
  ['customers, q=person99', 'staff', '/admin/customers?q=person99'],
  ['inbox', 'staff', '/admin/support'],
  ['inbox, q=question', 'staff', '/admin/support?q=question'],
  ['items for staff', 'staff', '/admin/items'],
  ['items for staff, q=cloud', 'staff', '/admin/items?q=cloud'],
  ['everything, q=silva', 'staff', '/admin/search?q=silva'],
  ['numbers of 90 days', 'staff', '/admin/stats?days=90'],
]

/**
 * Response times of lists and searches in a large store: on SQLite, and on the Postgres of `TEST_POSTGRES_URL` in a
 * database of its own.
 */
export async function measureSize() {
  const counts = Object.entries(sizes).map(([table, count]) => `${count.toLocaleString('en-US')} ${table}`)
  await measureOn('SQLite', openSqliteTarget, counts)
  if (process.env.TEST_POSTGRES_URL) await measureOn('Postgres', openPostgresTarget, counts)
  else console.log('\nTEST_POSTGRES_URL isn’t set: not measured on Postgres.')
}

async function measureOn(database: string, open: () => Promise<Target>, counts: string[]) {
  heading(`${database} with ${counts.join(', ')}: median response time, processor time (aim 50 ms)`)
  const target = await open()
  const settings = { DATABASE_URL: target.databaseUrl, APP_SECRET: 'a secret that only the benchmark uses' }
  try {
    await (await startServer(settings)).stop()
    await fill(target)
    await target.close()
    const server = await startServer(settings)
    const login = async (email: string) => {
      const body = JSON.stringify({ email, password: 'demo1234' })
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`http://localhost:${server.port}/api/auth/login`, { method: 'POST', headers, body })
      return ((await response.json()) as { token: string }).token
    }
    const tokens = { visitor: null, busy: await login('person0@example.net'), staff: await login('staff@example.com') }
    await waitUntilIdle(server.pid)
    await target.vacuum?.()
    for (const [name, as, path] of requests) {
      row(name, await measureCalls(`http://localhost:${server.port}/api${path}`, tokens[as], server.pid))
    }
    await measureFirstRenders(server, tokens.staff)
    await server.stop()
  } finally {
    await target.drop()
  }
}

async function measureCalls(url: string, token: string | null, pid: number): Promise<string> {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const call = async () => {
    const start = performance.now()
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url} returned ${response.status}`)
    return performance.now() - start
  }
  for (let n = 0; n < warmUpCalls; n += 1) await call()
  const cpuBefore = processCpuMs(pid)
  const times: number[] = []
  for (let n = 0; n < calls; n += 1) times.push(await call())
  const cpuMs = (processCpuMs(pid) - cpuBefore) / calls
  return `${milliseconds(median(times))}, ${milliseconds(cpuMs)}`
}

/** Waits until a process has nothing left to do of its own: after its start, it ranks all items by popularity. */
async function waitUntilIdle(pid: number) {
  for (let idleSeconds = 0; idleSeconds < 8;) {
    const before = processCpuMs(pid)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    idleSeconds = processCpuMs(pid) - before < 50 ? idleSeconds + 1 : 0
  }
}

async function fill(target: Target) {
  const start = performance.now()
  const batches = new Map<string, Row[]>()
  for (const [table, tableRow] of generateRows(await target.readPatterns(), Date.now())) {
    const batch = batches.get(table) ?? []
    batches.set(table, batch)
    batch.push(tableRow)
    if (batch.length < batchSize) continue
    batches.set(table, [])
    await target.insert(table, batch)
  }
  for (const [table, batch] of batches) if (batch.length > 0) await target.insert(table, batch)
  row('(filled)', `${Math.round((performance.now() - start) / 1000)} s`)
}

async function openSqliteTarget(): Promise<Target> {
  const folder = createTemporaryFolder()
  const file = `${folder}/store.db`
  let db: Database.Database | undefined
  const open = () => {
    if (db) return db
    db = new Database(file)
    db.pragma('synchronous = off')
    db.pragma('foreign_keys = off')
    return db
  }
  const toValue = (value: unknown) =>
    value instanceof Date ? value.getTime() : typeof value === 'boolean' ? Number(value) : (value ?? null)
  return {
    databaseUrl: `file:${file}`,
    readPatterns: async () =>
      readAll(
        (table) =>
          open()
            .prepare(`select * from ${table} ${limitOf(table)}`)
            .all() as Row[],
      ),
    async insert(table, rows) {
      const columns = Object.keys(rows[0]!)
      const statement = open().prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      )
      open().transaction(() => {
        for (const one of rows) statement.run(columns.map((column) => toValue(one[column])))
      })()
    },
    async close() {
      open().exec('analyze')
      open().close()
    },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function openPostgresTarget(): Promise<Target> {
  const name = `kade_bench_${process.pid}`
  const url = new URL(process.env.TEST_POSTGRES_URL!)
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name}`)
  url.pathname = `/${name}`
  const pool = new pg.Pool({ connectionString: url.href, max: 1, options: '-c session_replication_role=replica' })
  return {
    databaseUrl: url.href,
    readPatterns: () =>
      readAll(async (table) => (await pool.query<Row>(`select * from ${table} ${limitOf(table)}`)).rows),
    async insert(table, rows) {
      if (table === 'orders') await enableTriggers(pool)
      const columns = Object.keys(rows[0]!)
        .map((column) => `"${column}"`)
        .join(', ')
      await pool.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows)],
      )
    },
    close: () => pool.end(),
    async vacuum() {
      const client = new pg.Client(url.href)
      await client.connect()
      await client.query('vacuum analyze')
      // Else it writes the filled pages while the calls are measured.
      await client.query('checkpoint')
      await client.end()
    },
    async drop() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** Rows are inserted without checking foreign keys, which turns off all other triggers too. */
const enableTriggers = (pool: pg.Pool) =>
  pool.query(`do $$ declare name text; begin
    for name in select tgname from pg_trigger where tgrelid = 'orders'::regclass and not tgisinternal loop
      execute format('alter table orders enable always trigger %I', name);
    end loop; end $$`)

/** One row is enough, but for categories, which are all used, and orders, whose references mustn't be taken twice. */
const limitOf = (table: string) =>
  table === 'categories' || table === 'orders' ? '' : table === 'users' ? "where email = 'ada@example.com'" : 'limit 1'

async function readAll(read: (table: string) => Row[] | Promise<Row[]>): Promise<Patterns> {
  const rows = await Promise.all(patternTables.map(async (table) => [table, await read(table)] as const))
  return Object.fromEntries(rows) as Patterns
}
