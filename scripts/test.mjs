// @ts-check
// npm test                         all checks and all tests
// npm test -- <path> …             tests under these paths, without a browser (takes Vitest's options)
// npm test -- --browser [path] …   only the browser tests (takes Playwright's options); with E2E_CLUSTER=1 on three
//                                  processes behind nginx, with TEST_POSTGRES_URL and TEST_REDIS_URL
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.mjs'
import { exitWithNpm, formatSeconds, run } from './run.mjs'
import { clearSettings } from './settings.mjs'
import { install } from './setup.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const [option, ...rest] = process.argv.slice(2)
const start = performance.now()
const report = join(tmpdir(), `kade-tests-${process.pid}.json`)
const none = { passed: 0, failed: 0, skipped: 0 }
const total = { ...none }

process.on('exit', (code) => {
  rmSync(report, { force: true })
  // A run that was interrupted, or found no test, has failed.
  if (total.failed === 0 && (code !== 0 || total.passed === 0)) total.failed = 1
  if (total.failed > 0) process.exitCode = code || 1
  console.log(`\nTook ${formatSeconds(performance.now() - start)}.`)
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
})

exitWithNpm()
await install()
clearSettings()
delete process.env.NODE_ENV
// A failure doesn't stop what follows: one run reports everything.
if (option === undefined) add(await check())
if (option !== '--browser') {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await runTests('vitest', ['run', ...reporters, ...(option ? [option, ...rest] : [])], (result) => ({
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.testResults.filter(didNotLoad).length,
    skipped: result.numPendingTests + result.numTodoTests,
  }))
}
if (option === undefined || option === '--browser') {
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  await runTests('playwright', ['test', '--reporter=list,json', ...rest], ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
}

/** @param {{ status: string, assertionResults: unknown[] }} file */
function didNotLoad({ status, assertionResults }) {
  return status === 'failed' && assertionResults.length === 0
}

/** @template Report @param {string} tool @param {string[]} args @param {(report: Report) => Count} read */
async function runTests(tool, args, read) {
  rmSync(report, { force: true })
  const { code } = await run(tool, args)
  const count = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : none
  // An error between two tests is no failed test.
  add(code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count)
}

/** @param {Count} count */
function add({ passed, failed, skipped }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
