import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'

/** @throws a sentence when the database was migrated by a newer version of the store. */
export function refuseNewer(connection: Database, migrations: string) {
  const known = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
  if (!known) return
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const newest = connection.prepare('select max(created_at) from __drizzle_migrations').pluck().get() as number | null
  if (newest !== null && newest > Math.max(...journal.entries.map((entry) => entry.when))) {
    throw new Error('This database was made by a newer version of the store. Start that version, or restore a backup.')
  }
}
