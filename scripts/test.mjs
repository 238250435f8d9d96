// @ts-check
// npm test                         all checks and all tests
// npm test -- <path> …             tests under these paths, without a browser (takes Vitest's options)
// npm test -- --postgres [path] …  the Vitest tests on the Postgres server of TEST_POSTGRES_URL instead of SQLite
// npm test -- --browser [path] …   only the browser tests (takes Playwright's options); with E2E_CLUSTER=1 on three
//                                  processes behind nginx, with TEST_POSTGRES_URL and TEST_REDIS_URL
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { check } from './check.mjs'
import { exitWithNpm, formatSeconds, root, run } from './run.mjs'
import { clearSettings } from './settings.mjs'
import { install } from './setup.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {{ name: string, status: string, message: string, assertionResults: Assertion[] }} VitestFile */
/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} Assertion */
/** @typedef {{ title: string, file: string, suites?: Suite[], specs: Spec[] }} Suite */
/** @typedef {{ title: string, file: string, ok: boolean, tests: { results: { error?: { message: string } }[] }[] }} Spec */

const [option, ...rest] = process.argv.slice(2)
const paths = option === '--postgres' ? rest : process.argv.slice(2)
const start = performance.now()
const report = join(tmpdir(), `kade-tests-${process.pid}.json`)
const none = { passed: 0, failed: 0, skipped: 0 }
const total = { ...none }
/** One entry per test that failed: where, what, and the first lines of why. @type {string[]} */
const failures = []

process.on('exit', (code) => {
  rmSync(report, { force: true })
  // A run that was interrupted, or found no test, has failed.
  if (total.failed === 0 && (code !== 0 || total.passed === 0)) total.failed = 1
  if (total.failed > 0) process.exitCode = code || 1
  // Thousands of lines may lie between a failure and the end of the run, which is what one sees first.
  for (const failure of failures) console.log(`\n✗ ${failure}`)
  console.log(`\nTook ${formatSeconds(performance.now() - start)}.`)
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
})

exitWithNpm()
await install()
clearSettings()
delete process.env.NODE_ENV
if (option === '--postgres') process.env.TEST_DATABASE = 'postgres'
// A failure doesn't stop what follows: one run reports everything.
if (option === undefined) {
  const count = await check()
  if (count.failed > 0) failures.push('npm run check')
  add(count)
}
if (option !== '--browser') {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await runTests('vitest', ['run', ...reporters, ...paths], countVitest)
}
if (option === undefined || option === '--browser') {
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  await runTests('playwright', ['test', '--reporter=list,json', ...rest], countPlaywright)
}

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: VitestFile[] }} result */
function countVitest(result) {
  const unloaded = result.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && assertionResults.length === 0
  })
  for (const { name, message } of unloaded) addFailure(relative(root, name), message)
  for (const { name, assertionResults } of result.testResults) {
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === 'failed') addFailure(`${relative(root, name)} › ${fullName}`, failureMessages[0])
    }
  }
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unloaded.length,
    skipped: result.numPendingTests + result.numTodoTests,
  }
}

/** @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number }, suites: Suite[] }} report */
function countPlaywright({ stats, suites }) {
  for (const { file, title, ok, tests } of suites.flatMap(specsOf)) {
    const error = tests.flatMap((test) => test.results.map((result) => result.error)).find(Boolean)
    if (!ok) addFailure(`${file} › ${title}`, error?.message)
  }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** @param {Suite} suite @returns {Spec[]} */
function specsOf({ suites = [], specs }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** @param {string} test @param {string} [message] */
function addFailure(test, message = '') {
  failures.push([test, ...stripVTControlCharacters(message).split('\n').slice(0, 8)].join('\n    '))
}

/** @template Report @param {string} tool @param {string[]} args @param {(report: Report) => Count} read */
async function runTests(tool, args, read) {
  rmSync(report, { force: true })
  const { code } = await run(tool, args)
  const count = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : { ...none }
  // An error between two tests is no failed test.
  if (code !== 0 && count.failed === 0) {
    count.failed = 1
    failures.push(`${tool} ended with ${code}, though no test failed`)
  }
  add(count)
}

/** @param {Count} count */
function add({ passed, failed, skipped }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
