import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { DatabaseStartupError } from './errors.ts'

/**
 * Brings a SQLite database up to date. `migrations` is the folder of the migrations.
 * @throws DatabaseStartupError for a database that a newer version has migrated; SQLITE_CORRUPT for a damaged file
 */
export function migrateSqlite(connection: Database, migrations: string) {
  assertIntact(connection)
  assertNotNewer(connection, migrations)
  // A migration that recreates a table drops the old one, and its cascades would delete the children.
  connection.pragma('foreign_keys = OFF')
  migrate(drizzle(connection), { migrationsFolder: migrations })
  connection.pragma('foreign_keys = ON')
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

/** @throws DatabaseStartupError when a newer version has migrated the database */
export function assertNotNewer(connection: Database, migrations: string) {
  const hasMigrations = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
  if (!hasMigrations) return
  assertKnownMigration(migrations, connection.prepare('select max(created_at) from __drizzle_migrations').pluck().get())
}

/** The same on Postgres; `query` runs a statement. */
export async function assertNotNewerPostgres(
  query: (statement: string) => Promise<{ rows: unknown[] }>,
  migrations: string,
) {
  const table = await query("select to_regclass('drizzle.__drizzle_migrations') as name")
  if ((table.rows[0] as { name: string | null }).name === null) return
  const { rows } = await query('select max(created_at) as newest from drizzle.__drizzle_migrations')
  assertKnownMigration(migrations, (rows[0] as { newest: unknown }).newest)
}

/** `newest` is when the database's last migration was generated: a number, its digits as text, or null for none. */
function assertKnownMigration(migrations: string, newest: unknown) {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  if (Number(newest) <= Math.max(...journal.entries.map((entry) => entry.when))) return
  throw new DatabaseStartupError(
    'This database was migrated by a newer version of Kade. Start that version, or restore a backup.',
  )
}
