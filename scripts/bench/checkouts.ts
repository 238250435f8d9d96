import Database from 'better-sqlite3'
import { addPeople } from './fill.ts'
import { load, request } from './load.ts'
import { newFolder, startStore } from './processes.ts'
import { heading, milliseconds, perSecond, row } from './say.ts'

const each = { 1: 1500, 8: 5000, 64: 10_000 }

/** Durable checkouts through HTTP, by how many come at once; and the same rows written without a store. */
export async function measureCheckouts() {
  heading('Checkouts of two items, each answered after it is on the disk')
  const folder = newFolder()
  const seeding = await startStore({}, folder)
  const rows = await rowsOfOne(seeding.port, `${folder}/store.db`)
  row(`better-sqlite3 alone, its ${rows.length} rows a transaction`, perSecond(bareTransactions(rows)))
  await seeding.stop()

  for (const [at, count] of Object.entries(each)) {
    const own = newFolder()
    await (await startStore({}, own)).stopKeeping()
    const customers = addPeople(`${own}/store.db`, count)
    const store = await startStore({}, own)
    const requests = customers.map(({ id, token }) =>
      request(
        'POST',
        '/api/checkout',
        { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': id },
        '{"paymentMethod":"binance"}',
      ),
    )
    const { rate, p50, p99 } = await load({ port: store.port, at: Number(at), next: () => requests.pop() ?? null })
    row(`${at} at once`, `${perSecond(rate)}, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`)
    await store.stop()
  }
}

type Row = { table: string; values: Record<string, unknown> }

/** What one checkout writes, read back from the tables that it writes to. */
async function rowsOfOne(port: number, file: string): Promise<Row[]> {
  const db = new Database(file, { readonly: true })
  const tables = ['orders', 'order_lines', 'order_events', 'activity', 'idempotency_keys', 'stream_events']
  const before = new Map(tables.map((table) => [table, lastRow(db, table)]))
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
  for (const table of tables) before.set(table, lastRow(db, table))
  await call('POST', '/checkout', { paymentMethod: 'binance' }, token)
  const rows = tables.flatMap((table) =>
    (db.prepare(`select * from ${table} where rowid > ?`).all(before.get(table)) as Row['values'][]).map((values) => ({
      table,
      values,
    })),
  )
  db.close()
  return rows
}

const lastRow = (db: Database.Database, table: string) =>
  (db.prepare(`select max(rowid) from ${table}`).pluck().get() as number | null) ?? 0

/** One durable transaction after another, in tables of the same columns with no keys or indexes but the first column. */
function bareTransactions(rows: Row[], count = 1500): number {
  const db = new Database(`${newFolder()}/bare.db`)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  const statements = rows.map(({ table, values }) => {
    const columns = Object.keys(values)
    db.exec(`create table if not exists ${table} (${columns.join(', ')})`)
    return db.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`)
  })
  const write = db.transaction(() => rows.forEach(({ values }, i) => statements[i]!.run(...Object.values(values))))
  const start = performance.now()
  for (let n = 0; n < count; n++) write()
  const rate = (count * 1000) / (performance.now() - start)
  db.close()
  return rate
}
