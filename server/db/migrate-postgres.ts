import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { assertNotNewerPostgres, recordMigrationNamesPostgres } from './migrations.ts'

/** Any number; every process of the app uses the same. */
const migrationLockId = 7001
const connectionTimeoutMs = 15_000

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
    await migrate(drizzle(client), { migrationsFolder: migrations })
    await recordMigrationNamesPostgres(query, migrations)
  } finally {
    // Releases the lock.
    await client.end()
  }
}
