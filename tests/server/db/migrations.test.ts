import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlite } from '../../../server/db/sqlite.ts'
import { openPglite, openTimeoutMs } from '../../database.ts'
import { createPostgresDatabase } from '../../postgres.ts'
import { thorough } from '../../thorough.ts'

type Journal = { entries: { idx: number; tag: string }[] }
type Row = Record<string, unknown>

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kade-upgrade-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readJournal = (dialect: string) =>
  JSON.parse(readFileSync(`drizzle/${dialect}/meta/_journal.json`, 'utf8')) as Journal
/** Every earlier version, as its number of migrations. 0005 and 0006 are of one version. */
const earlierVersions = (dialect: string) =>
  readJournal(dialect)
    .entries.slice(1)
    .map((_, i) => i + 1)
    .filter((count) => count !== 6)

/** A folder with the first `count` migrations. */
function copyMigrations(dialect: string, count: number): string {
  const target = join(folder, `${dialect}-${count}`)
  mkdirSync(join(target, 'meta'), { recursive: true })
  const journal = readJournal(dialect)
  const entries = journal.entries.slice(0, count)
  for (const { tag } of entries) cpSync(`drizzle/${dialect}/${tag}.sql`, join(target, `${tag}.sql`))
  writeFileSync(join(target, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return target
}

const rowsPerTable = 3

/** Values for columns whose CHECK constraint (since 0004) restricts them; of each row where they are unique. */
const constrainedValues: Record<string, string | boolean | string[]> = {
  'users.currency': 'LKR',
  'users.payment_method': 'bank',
  'sessions.end_reason': 'logout',
  'mail_links.purpose': 'reset',
  'coupons.type': 'Fixed',
  'notifications.type': 'info',
  'activity.type': 'login',
  'payment_requests.method': 'crypto',
  'payment_requests.network': 'BASE',
  'payment_requests.token': 'USDC',
  'payment_requests.currency': 'USDC',
  'chain_marks.network': ['BASE', 'OP', 'ARB'],
  'chain_transfers.network': 'BASE',
  'payments.source': 'manual',
  'payments.currency': 'LKR',
  'payments.state': 'final',
  'payments.matched_by': 'staff',
  'orders.payment_status': 'paid',
  'orders.order_status': 'pending',
  'orders.payment_method': 'bank',
  'order_days.payment_method': 'bank',
  'outbox.state': 'sent',
  'statement_files.format': 'csv',
  'statement_lines.state': 'sure',
  'statement_lines.matched_state': 'sure',
  'csv_layouts.dates': 'dmy',
  'order_events.what': 'paid',
  'order_events.who': 'customer',
  'points_entries.source': 'order',
  'points_entries.reversal': false,
  'audit.subject': 'order',
  'support_conversations.status': 'open',
  'visitor_conversations.status': 'open',
  'visitor_messages.delivery': 'sent',
}
/** Tables that triggers have written to when they are filled, so they are filled last. */
const tablesOfTriggers = ['order_days', 'item_words']
/** Columns that a migration filled from others. */
const filledColumns: Record<string, readonly string[]> = { orders: ['received', 'refunded', 'verifications'] }
/** Tables whose rows have an optimistic lock since 0004. */
const versionedTables = ['items', 'coupons', 'categories', 'saved_replies']

describe('on SQLite', () => {
  /** A database of an earlier version with rows in every table; row n refers to row n of other tables. */
  function openFilled(name: string, count: number) {
    const file = join(folder, `${name}.db`)
    const db = new Database(file)
    db.pragma('journal_mode = WAL')
    db.pragma('foreign_keys = OFF')
    migrate(drizzle(db), { migrationsFolder: copyMigrations('sqlite', count) })
    for (const table of listTables(db)) {
      const columns = db.pragma(`table_info(${table})`) as { name: string; type: string }[]
      if (tablesOfTriggers.includes(table)) db.exec(`delete from ${table}`)
      const insert = db.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`)
      for (let n = 1; n <= rowsPerTable; n += 1)
        insert.run(columns.map(({ name, type }) => valueOf(table, name, type, n)))
    }
    expect(db.pragma('foreign_key_check')).toEqual([])
    return { file, db }
  }
  const valueOf = (table: string, name: string, type: string, n: number) => {
    const constrained = constrainedValues[`${table}.${name}`]
    if (constrained !== undefined)
      return Array.isArray(constrained) ? constrained[n - 1] : constrained === false ? 0 : constrained
    if (/int/i.test(type)) return n
    if (/blob/i.test(type)) return Buffer.from([n])
    return name === 'features' ? `["row${n}"]` : `row${n}`
  }
  /** Without the search indexes, which are kept by triggers. */
  const listTables = (db: Database.Database) =>
    db
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '__drizzle%' and name not like '%_search%' and name not like 'items_names%' order by name in ('order_days', 'item_words')",
      )
      .pluck()
      .all() as string[]
  const readAllRows = (db: Database.Database): Record<string, Row[]> =>
    Object.fromEntries(listTables(db).map((table) => [table, db.prepare(`select * from ${table}`).all() as Row[]]))

  function expectUpgraded(file: string, before: Record<string, Row[]>) {
    const db = new Database(file, { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    expectSameRows(readAllRows(db), before)
    db.close()
  }

  // The test below upgrades as well, so this is for thorough runs.
  it.runIf(thorough).each(earlierVersions('sqlite'))(
    'upgrades the version with %i migrations and keeps every row',
    async (count) => {
      const { file, db } = openFilled(`from${count}`, count)
      const before = readAllRows(db)
      db.close()
      await openSqlite(file).close()
      expectUpgraded(file, before)
    },
  )

  const versions = earlierVersions('sqlite')
  // A migration that has been released doesn't change.
  const usualVersions = [versions[0]!, ...versions.slice(-5)]
  it.each(thorough ? versions : usualVersions)(
    'a kill during the upgrade from %i leaves the old version, and the next start completes it',
    async (count) => {
      const { file, db } = openFilled(`killed${count}`, count)
      const before = readAllRows(db)
      const { tag } = readJournal('sqlite').entries[count]!
      const statements = readFileSync(`drizzle/sqlite/${tag}.sql`, 'utf8').split('--> statement-breakpoint')
      // With a tiny cache, pages are written to the file before the commit.
      db.pragma('cache_size = 2')
      db.exec('begin')
      for (const statement of statements.slice(0, Math.ceil(statements.length * 0.7))) db.exec(statement)
      const killed = join(folder, `killed-copy${count}.db`)
      for (const end of ['', '-wal']) cpSync(file + end, killed + end)
      db.exec('rollback')
      db.close()

      const copy = new Database(killed)
      expect(readAllRows(copy)).toEqual(before)
      copy.close()
      await openSqlite(killed).close()
      expectUpgraded(killed, before)
      // A further start changes nothing.
      await openSqlite(killed).close()
      expectUpgraded(killed, before)
    },
  )
})

type Postgres = {
  query(statement: string, values?: unknown[]): Promise<{ rows: Row[] }>
  /** Runs several statements. */
  exec(statements: string): Promise<unknown>
  migrate(migrationsFolder: string): Promise<void>
  close(): Promise<void>
}

/** On a server this takes a fraction of the time that it takes in this process. */
const openPostgres = () => (process.env.TEST_POSTGRES_URL ? openOnServer() : openInMemory())

async function openOnServer(): Promise<Postgres> {
  const { url, drop } = await createPostgresDatabase()
  // As in this process: a column that becomes a bigint still holds numbers.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  const client = new pg.Client({ connectionString: url, types })
  await client.connect()
  return {
    query: (statement, values) => client.query<Row>(statement, values),
    exec: (statements) => client.query(statements),
    migrate: (migrationsFolder) => migratePostgres(drizzlePostgres(client), { migrationsFolder }),
    async close() {
      await client.end()
      await drop()
    },
  }
}

async function openInMemory(): Promise<Postgres> {
  const lite = await openPglite()
  return {
    query: (statement, values) => lite.query<Row>(statement, values),
    exec: (statements) => lite.exec(statements),
    migrate: (migrationsFolder) => migratePglite(drizzlePglite(lite), { migrationsFolder }),
    close: () => lite.close(),
  }
}

describe('on Postgres', () => {
  let db: Postgres
  beforeAll(async () => {
    db = await openPostgres()
  }, openTimeoutMs)
  afterAll(() => db.close())

  type Column = { name: string; type: string }
  /** Every table with its columns, in the order of an insert. */
  async function listTables() {
    const { rows } = await db.query(
      `select relname as "table",
         json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum) as columns
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
       group by relname`,
    )
    return rows as { table: string; columns: Column[] }[]
  }
  const readAllRows = async () => {
    const rows: Record<string, Row[]> = {}
    for (const { table } of await listTables()) rows[table] = (await db.query(`select * from "${table}"`)).rows
    return rows
  }
  const valueOf = (table: string, { name, type }: Column, n: number) => {
    const constrained = constrainedValues[`${table}.${name}`]
    if (constrained !== undefined) return Array.isArray(constrained) ? constrained[n - 1] : constrained
    if (type === 'boolean') return n % 2 === 0
    if (/int/.test(type)) return n
    if (/timestamp/.test(type)) return new Date(n * 1000)
    if (type === 'bytea') return new Uint8Array([n])
    if (type === 'jsonb') return JSON.stringify([`row${n}`])
    return `row${n}`
  }

  /** Rows in every table; row n refers to row n of other tables. */
  async function fillTables() {
    await db.exec("set session_replication_role = 'replica'")
    for (const { table, columns } of await listTables()) {
      const rows = Array.from({ length: rowsPerTable }, (_, i) =>
        columns.map((column) => valueOf(table, column, i + 1)),
      )
      const placeholders = rows.map((row, i) => `(${row.map((_, k) => `$${i * row.length + k + 1}`).join(', ')})`)
      await db.query(`delete from "${table}"`)
      await db.query(`insert into "${table}" values ${placeholders.join(', ')}`, rows.flat())
    }
    await db.exec("set session_replication_role = 'origin'")
  }
  const migrateTo = (count: number) => db.migrate(copyMigrations('postgresql', count))
  const dropTables = () =>
    db.exec('drop schema public cascade; create schema public; drop schema if exists drizzle cascade')
  const latest = readJournal('postgresql').entries.length

  it('upgrades each version to the next one and keeps every row', async () => {
    await dropTables()
    const versions = earlierVersions('postgresql')
    await migrateTo(versions[0]!)
    for (const [i, count] of versions.entries()) {
      await fillTables()
      const before = await readAllRows()
      await migrateTo(versions[i + 1] ?? latest)
      expectSameRows(await readAllRows(), before, `from ${count} migrations: `)
    }
  })

  // An upgrade over several versions is the same migrations in a row, so this is for thorough runs.
  it.runIf(thorough).each(earlierVersions('postgresql'))(
    'upgrades the version with %i migrations and keeps every row',
    async (count) => {
      await dropTables()
      await migrateTo(count)
      await fillTables()
      const before = await readAllRows()
      await migrateTo(latest)
      expectSameRows(await readAllRows(), before)
    },
  )
})

/** Every row still exists, with the same values in the columns it had. */
function expectSameRows(after: Record<string, Row[]>, before: Record<string, Row[]>, from = '') {
  expect(Object.keys(before).length).toBeGreaterThan(15)
  for (const [table, rows] of Object.entries(before)) {
    expect(rows.length, from + table).toBe(rowsPerTable)
    const names = Object.keys(rows[0]!).filter((name) => !filledColumns[table]?.includes(name))
    const sameColumns = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]))
    expect(after[table]!.map(sameColumns), from + table).toEqual(rows.map(sameColumns))
  }
  for (const table of versionedTables) {
    // A database from before 0001 has no saved replies, and one from before 0004 no versions: they start at 1.
    const readVersions = (rows: Row[] = []) => rows.map(({ version = 1 }) => version)
    expect(readVersions(after[table]), from + table).toEqual(readVersions(before[table]))
  }
}
