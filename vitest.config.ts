import { defineConfig } from 'vitest/config'
import { clearSettings } from './scripts/settings.mjs'

clearSettings()

// Tests with concurrent connections need a real Postgres server; without one they are left out.
const testPostgresUrl = process.env.TEST_POSTGRES_URL
const postgresServer = (url: string) => ({
  extends: true as const,
  test: { name: 'postgres-server', include: ['tests/server/postgres/**/*.test.ts'], env: { DATABASE_URL: url } },
})

/** Every test runs on SQLite; those that exercise the database itself also run on Postgres. */
export default defineConfig({
  test: {
    pool: 'forks',
    // Each test opens an app in its own temporary folder and modules hold no state between tests. Loading all modules
    // again for every file would double the time of a run.
    isolate: false,
    // The default leaves one core idle, which is half of a two-core machine.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'tests/server/postgres/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [
            'tests/drizzle/**/*.test.ts',
            'tests/server/db/prepared.test.ts',
            'tests/server/db/transactions.test.ts',
            'tests/server/both-databases/**/*.test.ts',
          ],
          env: { DATABASE_URL: 'postgres://pglite' },
        },
      },
      ...(testPostgresUrl ? [postgresServer(testPostgresUrl)] : []),
    ],
  },
})
