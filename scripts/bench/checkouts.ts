import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type BareRow, writerOf } from './bare-writer.ts'
import { addPeople } from './fill.ts'
import { load, request } from './load.ts'
import { newFolder, startBaseline, startStore } from './processes.ts'
import { heading, milliseconds, perSecond, row } from './say.ts'

const each = { 1: 1500, 8: 5000, 64: 10_000 }
/** Checkouts before those that are measured: a store that runs is a warm one, as are the plain servers beside it. */
const before = 5000

/** Durable checkouts through HTTP, by how many come at once; and the same rows written without a store. */
export async function measureCheckouts() {
  heading('Checkouts of two items, each answered after it is on the disk')
  const folder = newFolder()
  const seeding = await startStore({}, folder)
  const rows = await rowsOfOne(seeding.port, `${folder}/store.db`)
  await seeding.stop()
  const order = rows.filter(({ table }) => table === 'orders')
  for (const [what, some] of Object.entries({ 'the order alone': order, [`all ${rows.length} rows`]: rows })) {
    row(`better-sqlite3, ${what}`, perSecond(inProcess(some)))
    row(`node:http and better-sqlite3, ${what}, 64 at once`, perSecond(await throughHttp('each', some)))
    row('  those that wait committed together', perSecond(await throughHttp('together', some)))
  }

  for (const [at, count] of Object.entries(each)) {
    const own = newFolder()
    await (await startStore({}, own)).stopKeeping()
    const customers = addPeople(`${own}/store.db`, before + count)
    const store = await startStore({}, own)
    const looks = customers.map(({ token }) => request('GET', '/api/cart', { authorization: `Bearer ${token}` }))
    const requests = customers.map(({ id, token }) =>
      request(
        'POST',
        '/api/checkout',
        { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': id },
        '{"paymentMethod":"binance"}',
      ),
    )
    // Whoever checks out has their cart before them.
    await load({ port: store.port, at: 64, next: () => looks.pop() ?? null })
    await load({ port: store.port, at: 64, next: () => (requests.length > count ? requests.pop()! : null) })
    const { rate, p50, p99 } = await load({ port: store.port, at: Number(at), next: () => requests.pop() ?? null })
    const aim = at === '64' ? ' (aim 2,500/s)' : ''
    row(`the store, ${at} at once${aim}`, `${perSecond(rate)}, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`)
    await store.stop()
  }
}

/** What one checkout writes, read back from the tables that it writes to. */
async function rowsOfOne(port: number, file: string): Promise<BareRow[]> {
  const db = new Database(file, { readonly: true })
  const tables = ['orders', 'order_lines', 'order_events', 'activity', 'idempotency_keys', 'stream_events']
  const last = new Map<string, number>()
  const call = async (method: string, path: string, body: unknown, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': path,
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const answer = await fetch(`http://localhost:${port}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as { token: string }
  }
  const { token } = await call('POST', '/auth/login', { email: 'sam@example.com', password: 'demo1234' })
  const items = db.prepare('select id from items limit 2').pluck().all() as string[]
  for (const item of items) await call('POST', '/cart', { item }, token)
  for (const table of tables) last.set(table, lastRow(db, table))
  await call('POST', '/checkout', { paymentMethod: 'binance' }, token)
  const rows = tables.flatMap((table) =>
    (db.prepare(`select * from ${table} where rowid > ?`).all(last.get(table)) as BareRow['values'][]).map(
      (values) => ({
        table,
        values,
      }),
    ),
  )
  db.close()
  return rows
}

const lastRow = (db: Database.Database, table: string) =>
  (db.prepare(`select max(rowid) from ${table}`).pluck().get() as number | null) ?? 0

/** One durable transaction after another in this process. */
function inProcess(rows: BareRow[], count = 1500): number {
  const write = writerOf(rows)
  const start = performance.now()
  for (let n = 0; n < count; n++) write([() => undefined])
  return (count * 1000) / (performance.now() - start)
}

/** The same through HTTP, 64 at once: a transaction for each, or those that wait in one. */
async function throughHttp(kind: 'each' | 'together', rows: BareRow[]): Promise<number> {
  const file = join(newFolder(), 'rows.json')
  writeFileSync(file, JSON.stringify(rows))
  const server = await startBaseline(kind, file)
  const body = request('POST', '/', { 'content-type': 'application/json' }, '{"paymentMethod":"binance"}')
  const ask = async (count: number) => load({ port: server.port, at: 64, next: () => (count-- > 0 ? body : null) })
  await ask(500)
  const { rate } = await ask(10_000)
  await server.stop()
  return rate
}
