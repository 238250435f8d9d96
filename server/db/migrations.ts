import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { DatabaseStartupError } from './errors.ts'

/**
 * Brings a SQLite database up to date. `migrations` is the folder of the migrations.
 * @throws DatabaseStartupError for a database that this version can't use; SQLITE_CORRUPT for a damaged file
 */
export function migrateSqlite(connection: Database, migrations: string) {
  assertIntact(connection)
  assertNotNewer(connection, migrations)
  // A migration that recreates a table drops the old one, and its cascades would delete the children.
  connection.pragma('foreign_keys = OFF')
  migrate(drizzle(connection), { migrationsFolder: migrations })
  connection.pragma('foreign_keys = ON')
  recordMigrationNames(connection, migrations)
}

/** Files up to this size are checked whole, which takes less than a second. */
const maxBytesChecked = 128 * 1024 * 1024

/** @throws SQLITE_CORRUPT for a damaged page; large files are not checked */
function assertIntact(connection: Database) {
  const pages = connection.pragma('page_count', { simple: true }) as number
  const bytes = pages * (connection.pragma('page_size', { simple: true }) as number)
  if (bytes > maxBytesChecked) return
  const result = connection.pragma('quick_check(1)', { simple: true }) as string
  if (result !== 'ok') throw Object.assign(new Error(result), { code: 'SQLITE_CORRUPT' })
}

/** @throws DatabaseStartupError when a newer version has migrated the database, unless it only expanded it */
export function assertNotNewer(connection: Database, migrations: string) {
  const exists = (name: string) => connection.prepare('select 1 from sqlite_master where name = ?').get(name)
  if (!exists('__drizzle_migrations')) return
  const names = exists('__migration_names') ? '__migration_names' : '(select null as created_at, null as name)'
  const newer = connection.prepare(selectNewer('__drizzle_migrations', names)).all(newestOf(migrations))
  assertExpanded(newer as NewerMigration[])
}

/** The same on Postgres. */
export async function assertNotNewerPostgres(query: Query, migrations: string) {
  const exists = async (name: string) => {
    const { rows } = await query(`select to_regclass('drizzle.${name}') as name`)
    return (rows[0] as { name: string | null }).name !== null
  }
  if (!(await exists('__drizzle_migrations'))) return
  const names = (await exists('__migration_names'))
    ? 'drizzle.__migration_names'
    : '(select null::bigint as created_at, null::text as name)'
  const { rows } = await query(selectNewer('drizzle.__drizzle_migrations', names, '$1'), [newestOf(migrations)])
  assertExpanded(rows as NewerMigration[])
}

/** Runs a statement on Postgres. */
type Query = (statement: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
/** A migration that this version doesn't know; the name is null for one from before names were recorded. */
type NewerMigration = { name: string | null }

const selectNewer = (migrations: string, names: string, newest = '?') =>
  `select names.name from ${migrations} as migrations
   left join ${names} as names on names.created_at = migrations.created_at
   where migrations.created_at > ${newest}`

function assertExpanded(newer: NewerMigration[]) {
  if (newer.every(({ name }) => name !== null && isExpansion(name))) return
  throw new DatabaseStartupError(
    'This database was migrated by a newer version of Kade. Start that version, or restore a backup.',
  )
}

/** Whether the previous version can work with what a migration has changed (docs/deployment.md, Updating). */
const isExpansion = (name: string) => /^\d+_expand[_-]/.test(name)

/** `when` is the time at which it was generated, in milliseconds since 1970; the database has it as `created_at`. */
type Migration = { when: number; tag: string }

const readJournal = (migrations: string) =>
  (JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as { entries: Migration[] }).entries
const newestOf = (migrations: string) => Math.max(...readJournal(migrations).map(({ when }) => when))

/** Records the names of migrations, by which an earlier version knows whether it can use the database. */
function recordMigrationNames(connection: Database, migrations: string) {
  connection.exec('create table if not exists __migration_names (created_at integer primary key, name text not null)')
  const insert = connection.prepare('insert or ignore into __migration_names (created_at, name) values (?, ?)')
  connection.transaction(() => {
    for (const { when, tag } of readJournal(migrations)) insert.run(when, tag)
  })()
}

/** The same on Postgres. */
export async function recordMigrationNamesPostgres(query: Query, migrations: string) {
  const journal = readJournal(migrations)
  await query(
    'create table if not exists drizzle.__migration_names (created_at bigint primary key, name text not null)',
  )
  await query(
    `insert into drizzle.__migration_names (created_at, name)
     select * from unnest($1::bigint[], $2::text[]) on conflict do nothing`,
    [journal.map(({ when }) => when), journal.map(({ tag }) => tag)],
  )
}
