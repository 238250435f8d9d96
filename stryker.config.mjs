// @ts-check
/**
 * Mutation tests of the rules and of the operations on orders, coupons, points and events (docs/testing.md).
 * `npm run mutate` repeats only what has changed since the last run; `npm run mutate -- --force` repeats everything,
 * `npm run mutate -- --mutate 'server/points/*.ts'` one folder.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: [
    'shared/**/rules.ts',
    'server/orders/**/*.ts',
    'server/coupons/**/*.ts',
    'server/points/**/*.ts',
    'server/events/**/*.ts',
  ],
  // Texts may change without a test. These folders have no log calls.
  mutator: { excludedMutations: ['StringLiteral'] },
  // Code that runs when its module loads would need a new worker and all tests per mutant. That is the outer function of
  // each `prepared(...)` query; the conditions inside it run per database and are mutated as usual.
  ignoreStatic: true,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // `related` would look up again what `perTest` already knows.
  vitest: { configFile: 'vitest.mutate.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Stryker reads a tsconfig with TypeScript's compiler API, which TypeScript 7 doesn't have.
  tsconfigFile: 'none',
  concurrency: 2,
  timeoutMS: 10_000,
  incremental: true,
  incrementalFile: 'reports/mutation/incremental.json',
  reporters: ['clear-text', 'progress', 'html', 'json'],
  htmlReporter: { fileName: 'reports/mutation/index.html' },
  jsonReporter: { fileName: 'reports/mutation/report.json' },
  clearTextReporter: { logTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  ignorePatterns: ['/client', '/dist', '/data', '/docs', '/reports', '/screens', '/tests/e2e'],
}
