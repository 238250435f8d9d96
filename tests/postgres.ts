import { randomUUID } from 'node:crypto'
import pg from 'pg'

/**
 * Creates an empty database on the Postgres server of `TEST_POSTGRES_URL`, for tests that need concurrent connections
 * (the in-memory Postgres has one). vitest.config.ts leaves such tests out when the variable isn't set.
 * @param template the name of a database to copy
 */
export async function createPostgresDatabase(template?: string) {
  const name = `kade_test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(process.env.TEST_POSTGRES_URL!)
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name}${template ? ` template ${template}` : ''}`)
  url.pathname = `/${name}`
  // Nothing has to survive a power cut, and no test waits for the disk.
  if (template) url.searchParams.set('options', '-c synchronous_commit=off')
  /** Waits for the connections that are closing; a test that failed may have left others open. */
  async function waitForConnections(deadline = Date.now() + 5000) {
    const { rows } = await admin.query('select 1 from pg_stat_activity where datname = $1', [name])
    if (rows.length === 0 || Date.now() > deadline) return
    await new Promise((resolve) => setTimeout(resolve, 20))
    await waitForConnections(deadline)
  }
  return {
    url: url.href,
    /** Deadlocks that Postgres resolved, including those that a retry hid. Close all connections first: they report late. */
    async countDeadlocks(): Promise<number> {
      await waitForConnections()
      const { rows } = await admin.query('select deadlocks from pg_stat_database where datname = $1', [name])
      return Number(rows[0].deadlocks)
    },
    async drop() {
      // A connection that is still closing would report the drop as an uncaught error.
      await waitForConnections()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
