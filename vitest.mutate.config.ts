import { defineConfig } from 'vitest/config'
import { clearSettings } from './scripts/settings.mjs'

clearSettings()

/**
 * The tests that `npm run mutate` runs: those that exercise the mutated folders, on SQLite. No random ones, so that a
 * mutant that survives a run also survives the next.
 */
export default defineConfig({
  test: {
    include: [
      'tests/shared/*/rules.test.ts',
      'tests/server/{cart,coupons,events,notifications,orders,points,referrals,reviews}/*.test.ts',
      'tests/server/both-databases/{concurrency,operations,transaction-hash}.test.ts',
      'tests/server/http/{idempotency,response-cache,stream-position}.test.ts',
      'tests/server/realtime/{connect,order-viewers,serialized-events}.test.ts',
      'tests/server/support/list-conversations.test.ts',
      'tests/server/journey.test.ts',
    ],
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
