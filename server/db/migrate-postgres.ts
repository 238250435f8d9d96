import { setTimeout as delay } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { isLockTimeout } from './errors.ts'
import { assertNotNewerPostgres, recordMigrationNamesPostgres } from './migrations.ts'

/** Any number; every process of the app uses the same. */
const migrationLockId = 7001
const connectionTimeoutMs = 15_000
/** While a migration waits for a table, all requests that come after it wait as well: then they get their turn. */
const lockTimeoutMs = 2_000
const retryDelayMs = 1_000

/**
 * Brings a Postgres database up to date. Processes that start together migrate one after the other: the lock belongs to a
 * session, so `url` can't go through a pooler that shares connections between transactions.
 * @throws DatabaseStartupError for a database that this version can't use
 */
export async function migratePostgres(url: string, migrations: string) {
  // Without a limit to the time of a statement: a migration may take its time.
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
  })
  // The query that fails reports it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${migrationLockId})`)
    const query = (statement: string, values?: unknown[]) => client.query(statement, values)
    await assertNotNewerPostgres(query, migrations)
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    await migrateOnceFree(client, migrations)
    await recordMigrationNamesPostgres(query, migrations)
  } finally {
    // Releases the lock.
    await client.end()
  }
}

/** Tries again for as long as another transaction, such as that of a backup, holds a table. */
async function migrateOnceFree(client: pg.Client, migrations: string): Promise<void> {
  try {
    await migrate(drizzle(client), { migrationsFolder: migrations })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await delay(retryDelayMs)
    return migrateOnceFree(client, migrations)
  }
}
