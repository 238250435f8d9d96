import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../../../server/db/sqlite.ts'
import { openPglite } from '../../database.ts'

type Journal = { entries: { idx: number; tag: string }[] }
type Row = Record<string, unknown>

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kade-upgrade-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const journalOf = (dialect: string) =>
  JSON.parse(readFileSync(`drizzle/${dialect}/meta/_journal.json`, 'utf8')) as Journal
/** Every version there was before the present one, by how many migrations it had. */
const versionsOf = (dialect: string) =>
  journalOf(dialect)
    .entries.slice(1)
    .map((_, i) => i + 1)

/** The migrations of the version that had so many. */
function migrationsOf(dialect: string, count: number): string {
  const target = join(folder, `${dialect}-${count}`)
  mkdirSync(join(target, 'meta'), { recursive: true })
  const journal = journalOf(dialect)
  const entries = journal.entries.slice(0, count)
  for (const { tag } of entries) cpSync(`drizzle/${dialect}/${tag}.sql`, join(target, `${tag}.sql`))
  writeFileSync(join(target, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return target
}

const rowsEach = 3

describe('on SQLite', () => {
  /** A database of an earlier version with rows in every table: each refers to the one of its number elsewhere. */
  function openFilled(name: string, count: number) {
    const file = join(folder, `${name}.db`)
    const db = new Database(file)
    db.pragma('journal_mode = WAL')
    db.pragma('foreign_keys = OFF')
    migrate(drizzle(db), { migrationsFolder: migrationsOf('sqlite', count) })
    for (const table of tablesOf(db)) {
      const columns = db.pragma(`table_info(${table})`) as { name: string; type: string }[]
      const insert = db.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`)
      for (let n = 1; n <= rowsEach; n += 1) insert.run(columns.map(({ name, type }) => valueOf(name, type, n)))
    }
    expect(db.pragma('foreign_key_check')).toEqual([])
    return { file, db }
  }
  const valueOf = (name: string, type: string, n: number) => {
    if (/int/i.test(type)) return n
    if (/blob/i.test(type)) return Buffer.from([n])
    return name === 'features' ? `["row${n}"]` : `row${n}`
  }
  const tablesOf = (db: Database.Database) =>
    db
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '__drizzle%'",
      )
      .pluck()
      .all() as string[]
  const everyRow = (db: Database.Database): Record<string, Row[]> =>
    Object.fromEntries(tablesOf(db).map((table) => [table, db.prepare(`select * from ${table}`).all() as Row[]]))

  function expectKept(file: string, before: Record<string, Row[]>) {
    const db = new Database(file, { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    expectSameRows(everyRow(db), before)
    db.close()
  }

  test.each(versionsOf('sqlite'))('from the version with %i migrations', async (count) => {
    const { file, db } = openFilled(`from${count}`, count)
    const before = everyRow(db)
    db.close()
    await openSqlite(file).close()
    expectKept(file, before)
  })

  test.each(versionsOf('sqlite'))(
    'killed in the middle, from %i: as it was, and the next start does it',
    async (count) => {
      const { file, db } = openFilled(`killed${count}`, count)
      const before = everyRow(db)
      const { tag } = journalOf('sqlite').entries[count]!
      const statements = readFileSync(`drizzle/sqlite/${tag}.sql`, 'utf8').split('--> statement-breakpoint')
      // With so little to hold them in, pages are written before the commit.
      db.pragma('cache_size = 2')
      db.exec('begin')
      for (const statement of statements.slice(0, Math.ceil(statements.length * 0.7))) db.exec(statement)
      const left = join(folder, `left${count}.db`)
      for (const end of ['', '-wal']) cpSync(file + end, left + end)
      db.exec('rollback')
      db.close()

      const found = new Database(left)
      expect(everyRow(found)).toEqual(before)
      found.close()
      await openSqlite(left).close()
      expectKept(left, before)
      // And a third start finds nothing left to do.
      await openSqlite(left).close()
      expectKept(left, before)
    },
  )
})

describe('on Postgres', () => {
  let lite: PGlite
  beforeAll(async () => {
    lite = await openPglite()
  }, 120_000)
  afterAll(() => lite.close())

  type Column = { name: string; type: string }
  const columnsOf = async (table: string) =>
    (
      await lite.query<Column>(
        "select column_name as name, data_type as type from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position",
        [table],
      )
    ).rows
  const tablesOf = async () =>
    (
      await lite.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'")
    ).rows.map(({ name }) => name)
  const everyRow = async () => {
    const found: Record<string, Row[]> = {}
    for (const table of await tablesOf()) found[table] = (await lite.query<Row>(`select * from "${table}"`)).rows
    return found
  }
  const valueOf = ({ type }: Column, n: number) => {
    if (type === 'boolean') return n % 2 === 0
    if (/int/.test(type)) return n
    if (/timestamp/.test(type)) return new Date(n * 1000)
    if (type === 'bytea') return new Uint8Array([n])
    if (type === 'jsonb') return JSON.stringify([`row${n}`])
    return `row${n}`
  }

  test.each(versionsOf('postgresql'))(
    'from the version with %i migrations',
    async (count) => {
      await lite.exec('drop schema public cascade; create schema public; drop schema if exists drizzle cascade')
      await migratePglite(drizzlePglite(lite), { migrationsFolder: migrationsOf('postgresql', count) })
      await lite.exec("set session_replication_role = 'replica'")
      for (const table of await tablesOf()) {
        const columns = await columnsOf(table)
        const marks = columns.map((_, i) => `$${i + 1}`).join(', ')
        for (let n = 1; n <= rowsEach; n += 1) {
          await lite.query(
            `insert into "${table}" values (${marks})`,
            columns.map((column) => valueOf(column, n)),
          )
        }
      }
      await lite.exec("set session_replication_role = 'origin'")
      const before = await everyRow()
      await migratePglite(drizzlePglite(lite), { migrationsFolder: 'drizzle/postgresql' })
      expectSameRows(await everyRow(), before)
    },
    60_000,
  )
})

/** Every row is there, and every column that it had is as it was. */
function expectSameRows(after: Record<string, Row[]>, before: Record<string, Row[]>) {
  expect(Object.keys(before).length).toBeGreaterThan(15)
  for (const [table, rows] of Object.entries(before)) {
    expect(rows.length, table).toBe(rowsEach)
    const kept = after[table]!.map((row) => Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, row[name]])))
    expect(kept, table).toEqual(rows)
  }
}
