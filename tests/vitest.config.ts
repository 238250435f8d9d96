import { defineConfig } from 'vitest/config'
import { root } from '../scripts/run.mjs'
import { forgetSettings } from '../scripts/settings.mjs'

forgetSettings()

/** Everything on SQLite, and what speaks to the database once more on Postgres. */
export default defineConfig({
  root,
  test: {
    pool: 'forks',
    // Every file opens a store in a folder of its own, and no module keeps anything between two: loading all of them anew
    // for each file takes as long as the tests.
    isolate: false,
    // Left to itself it keeps one core free, which on two is half of them.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    dangerouslyIgnoreUnhandledErrors: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['tests/drizzle/**/*.test.ts', 'tests/server/data/**/*.test.ts'],
          env: { DATABASE_URL: 'postgres://pglite', TEST_PGLITE: '1' },
        },
      },
    ],
  },
})
