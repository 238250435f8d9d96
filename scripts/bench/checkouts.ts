import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type TableRow, createWriter } from './bare-writer.ts'
import { processCpuMs } from './cpu-time.ts'
import { addUsers } from './fill.ts'
import { load, request } from './load.ts'
import { createTemporaryFolder, startBaseline, startServer } from './processes.ts'
import { heading, milliseconds, perSecond, row } from './report.ts'

/** How many checkouts are measured, by concurrency. */
const checkoutsByConcurrency = { 1: 1500, 8: 5000, 64: 10_000 }
/** Checkouts before the measured ones, so that the compiler is warm, as with the plain servers. */
const warmUpCheckouts = 5000

/** Durable checkouts over HTTP, by concurrency, compared with writing the same rows without the app. */
export async function measureCheckouts() {
  heading('Checkouts of two items, each answered after it is synced to the disk')
  const folder = createTemporaryFolder()
  const seeded = await startServer({}, folder)
  const rows = await readRowsOfCheckout(seeded.port, `${folder}/store.db`)
  await seeded.stop()
  const order = rows.filter(({ table }) => table === 'orders')
  for (const [name, some] of Object.entries({ 'the order only': order, [`all ${rows.length} rows`]: rows })) {
    row(`better-sqlite3, ${name}`, perSecond(writeInProcess(some)))
    row(`node:http and better-sqlite3, ${name}, 64 concurrent`, perSecond(await writeOverHttp('each', some)))
    row('  with group commit', perSecond(await writeOverHttp('together', some)))
  }

  for (const [connections, count] of Object.entries(checkoutsByConcurrency)) {
    const folder = createTemporaryFolder()
    await (await startServer({}, folder)).stopAndKeepFiles()
    const customers = addUsers(`${folder}/store.db`, warmUpCheckouts + count)
    const server = await startServer({}, folder)
    const cartReads = customers.map(({ token }) => request('GET', '/api/cart', { authorization: `Bearer ${token}` }))
    const requests = customers.map(({ id, token }) =>
      request(
        'POST',
        '/api/checkout',
        { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': id },
        '{"paymentMethod":"binance"}',
      ),
    )
    // Customers look at their cart before they check out.
    await load({ port: server.port, connections: 64, next: () => cartReads.pop() ?? null })
    await load({ port: server.port, connections: 64, next: () => (requests.length > count ? requests.pop()! : null) })
    const cpuMsBefore = processCpuMs(server.pid)
    const { rate, p50, p99 } = await load({
      port: server.port,
      connections: Number(connections),
      next: () => requests.pop() ?? null,
    })
    const cpuMs = (processCpuMs(server.pid) - cpuMsBefore) / count
    const aim = connections === '64' ? ' (aim 2,500/s)' : ''
    row(
      `Kade, ${connections} concurrent${aim}`,
      `${perSecond(rate)}, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}, processor ${cpuMs.toFixed(3)} ms each`,
    )
    await server.stop()
  }
}

/** The rows that one checkout writes, read from its tables. */
async function readRowsOfCheckout(port: number, file: string): Promise<TableRow[]> {
  const db = new Database(file, { readonly: true })
  const tables = ['orders', 'order_lines', 'order_events', 'activity', 'idempotency_keys', 'stream_events']
  const lastRowIds = new Map<string, number>()
  const call = async (method: string, path: string, body: unknown, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': path,
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`http://localhost:${port}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return (await response.json()) as { token: string }
  }
  const { token } = await call('POST', '/auth/login', { email: 'sam@example.com', password: 'demo1234' })
  const items = db.prepare('select id from items limit 2').pluck().all() as string[]
  for (const item of items) await call('POST', '/cart', { item }, token)
  for (const table of tables) lastRowIds.set(table, readLastRowId(db, table))
  await call('POST', '/checkout', { paymentMethod: 'binance' }, token)
  const rows = tables.flatMap((table) =>
    (db.prepare(`select * from ${table} where rowid > ?`).all(lastRowIds.get(table)) as TableRow['values'][]).map(
      (values) => ({
        table,
        values,
      }),
    ),
  )
  db.close()
  return rows
}

const readLastRowId = (db: Database.Database, table: string) =>
  (db.prepare(`select max(rowid) from ${table}`).pluck().get() as number | null) ?? 0

/** Durable transactions in this process, one after the other. @returns how many per second */
function writeInProcess(rows: TableRow[], count = 1500): number {
  const write = createWriter(rows)
  const start = performance.now()
  for (let n = 0; n < count; n++) write([() => undefined])
  return (count * 1000) / (performance.now() - start)
}

/** The same over HTTP, 64 concurrent: one transaction each, or in group commits. */
async function writeOverHttp(kind: 'each' | 'together', rows: TableRow[]): Promise<number> {
  const file = join(createTemporaryFolder(), 'rows.json')
  writeFileSync(file, JSON.stringify(rows))
  const server = await startBaseline(kind, file)
  const body = request('POST', '/', { 'content-type': 'application/json' }, '{"paymentMethod":"binance"}')
  const send = async (count: number) =>
    load({ port: server.port, connections: 64, next: () => (count-- > 0 ? body : null) })
  await send(500)
  const { rate } = await send(10_000)
  await server.stop()
  return rate
}
