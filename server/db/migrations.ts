import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { BadDatabase } from './errors.ts'

/** @throws a sentence when the database was migrated by a newer version of the store. */
export function refuseNewer(connection: Database, migrations: string) {
  const known = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
  if (!known) return
  refuseBeyond(migrations, connection.prepare('select max(created_at) from __drizzle_migrations').pluck().get())
}

/** The same on Postgres; `ask` gives the rows of a query. */
export async function refuseNewerPostgres(ask: (query: string) => Promise<{ rows: unknown[] }>, migrations: string) {
  const known = await ask("select to_regclass('drizzle.__drizzle_migrations') as name")
  if ((known.rows[0] as { name: string | null }).name === null) return
  const { rows } = await ask('select max(created_at) as newest from drizzle.__drizzle_migrations')
  refuseBeyond(migrations, (rows[0] as { newest: unknown }).newest)
}

/** `newest` is when the last migration that the database has was written: a number, its digits, or null for none. */
function refuseBeyond(migrations: string, newest: unknown) {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  if (Number(newest) <= Math.max(...journal.entries.map((entry) => entry.when))) return
  throw new BadDatabase(
    'This database was made by a newer version of the store. Start that version, or restore a backup.',
  )
}

/** @throws SQLITE_CORRUPT when a page of the file is not what it should be. A small file is read whole; a large one is not. */
export function refuseDamaged(connection: Database) {
  const pages = connection.pragma('page_count', { simple: true }) as number
  const bytes = pages * (connection.pragma('page_size', { simple: true }) as number)
  if (bytes > mostBytesRead) return
  const found = connection.pragma('quick_check(1)', { simple: true }) as string
  if (found !== 'ok') throw Object.assign(new Error(found), { code: 'SQLITE_CORRUPT' })
}

/** What is read in less than a second. */
const mostBytesRead = 128 * 1024 * 1024
