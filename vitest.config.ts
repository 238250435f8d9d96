import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findAnvil } from './scripts/local-chain.mjs'
import { clearSettings } from './scripts/settings.mjs'
import { findPgBouncer } from './tests/own-pgbouncer.ts'
import { findPostgresPrograms } from './tests/own-postgres.ts'
import { hasRedisServer } from './tests/own-redis.ts'
import { sqliteOnly } from './tests/sqlite-only.ts'

clearSettings()

const testPostgresUrl = process.env.TEST_POSTGRES_URL
const onBothDatabases = [
  'tests/drizzle/**/*.test.ts',
  'tests/server/db/prepared.test.ts',
  'tests/server/db/transactions.test.ts',
  'tests/server/both-databases/**/*.test.ts',
]

/** Tests with concurrent connections need a real Postgres server; without one they are left out. */
const postgresServer = (url: string) => ({
  extends: true as const,
  test: {
    name: 'postgres-server',
    include: ['tests/server/postgres/**/*.test.ts', ...onBothDatabases],
    exclude: [...ownPostgresTests, ...ownRedisTests, ...poolerTests],
    globalSetup: 'tests/postgres-template.ts',
    env: { DATABASE_URL: url },
  },
})

/** Compiled to WebAssembly, Postgres takes several times as long; where there is a server, it is for thorough runs. */
const pglite = {
  extends: true as const,
  test: { name: 'pglite', include: onBothDatabases, env: { DATABASE_URL: 'postgres://pglite' } },
}

// Those that stop Postgres or Redis start their own.
const ownPostgresTests = findPostgresPrograms()
  ? []
  : ['tests/server/postgres/restart.test.ts', 'tests/server/postgres/promoted-standby.test.ts']
if (ownPostgresTests.length > 0) console.log('Postgres is not installed here: tests that restart it are left out.')
const ownRedisTests = hasRedisServer() ? [] : ['tests/server/postgres/redis-failures.test.ts']
if (ownRedisTests.length > 0) console.log('Redis is not installed here: tests that stop it are left out.')
const poolerTests = findPgBouncer() ? [] : ['tests/server/postgres/pgbouncer.test.ts']
if (testPostgresUrl && poolerTests.length > 0)
  console.log('PgBouncer 1.21 or later is not installed: its test is left out.')
const anvilTests = findAnvil() ? [] : ['tests/server/chain/local-chain/**']
if (anvilTests.length > 0) console.log('anvil has no build for this machine: tests on a local chain are left out.')

const thorough = process.env.THOROUGH === '1'
const isSuiteOnPostgres = process.env.TEST_DATABASE === 'postgres'
if (isSuiteOnPostgres && !testPostgresUrl) throw new Error('TEST_POSTGRES_URL is required')

/** The same tests as on SQLite, on databases of the Postgres server: `npm test -- --postgres`. */
const suiteOnPostgres = (url: string) => ({
  extends: true as const,
  test: {
    name: 'suite-on-postgres',
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/server/postgres/**', ...Object.keys(sqliteOnly), ...anvilTests],
    globalSetup: 'tests/postgres-template.ts',
    env: { DATABASE_URL: url },
    // Every statement crosses to another process.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

/** Every test on SQLite; those that exercise the database itself on Postgres as well. */
const usualProjects = [
  {
    extends: true as const,
    test: {
      name: 'sqlite',
      include: ['tests/**/*.test.{ts,tsx}'],
      exclude: ['tests/e2e/**', 'tests/server/postgres/**', ...anvilTests],
    },
  },
  ...(!testPostgresUrl || thorough ? [pglite] : []),
  ...(testPostgresUrl ? [postgresServer(testPostgresUrl)] : []),
]

export default defineConfig({
  test: {
    pool: 'forks',
    // Each test opens an app in its own temporary folder and modules hold no state between tests. Loading all modules
    // again for every file would double the time of a run.
    isolate: false,
    // More than the cores: a test sometimes waits for a database, a process or a timer.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Limits for what hangs, far above what a test takes on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: isSuiteOnPostgres ? [suiteOnPostgres(testPostgresUrl!)] : usualProjects,
  },
})
