// @ts-check
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check } from './check.mjs'
import { endWithParent, runTool, say, spoken } from './run.mjs'
import { forgetSettings } from './settings.mjs'
import { build, install } from './setup.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const help = `npm test                        every check and every test
npm test -- <path> …            tests under these paths, without a browser (Vitest's options work too)
npm test -- --browser [path] …  the browser tests alone (Playwright's options work too)`

const [first, ...rest] = process.argv.slice(2)
/** @type {Count} */
const total = { passed: 0, failed: 0, skipped: 0 }

if (first === '--help') say(help)
else await test()

async function test() {
  const begun = performance.now()
  const results = mkdtempSync(join(tmpdir(), 'store-tests-'))
  process.on('exit', (code) => {
    rmSync(results, { recursive: true, force: true })
    say(`\nTook ${spoken(performance.now() - begun)}.`)
    close(code)
  })
  endWithParent()
  await install()
  forgetSettings()
  // A part that fails stops none of the others: one run shows everything.
  if (first === '--browser') await runBrowser(results, rest)
  else if (first !== undefined) await runVitest(results, [first, ...rest])
  else {
    await runChecks()
    await runVitest(results, [])
    await runBrowser(results, [])
  }
}

/** The last line, however it ended. @param {number} code */
function close(code) {
  if (code !== 0 && total.failed === 0) total.failed = 1
  const { passed, failed, skipped } = total
  if (failed > 0 || passed === 0) process.exitCode = code || 1
  say(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
}

/** @param {Count} count */
function add({ passed, failed, skipped }) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

async function runChecks() {
  const done = await check()
  const passed = done.filter((one) => one.passed).length
  add({ passed, failed: done.length - passed, skipped: 0 })
}

/** @param {string} results @param {string[]} filters */
async function runVitest(results, filters) {
  const file = join(results, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const env = { ...process.env, NODE_ENV: 'test' }
  const { code } = await runTool('vitest', ['run', '--config', 'tests/vitest.config.ts', ...reporters, ...filters], {
    env,
  })
  judge('vitest', code, countVitest(read(file)))
}

/** @param {string} results @param {string[]} filters */
async function runBrowser(results, filters) {
  const { getChromium, noChromium } = await import('../tests/e2e/chromium.mjs')
  const chromium = await getChromium()
  if (!chromium) say(`\n${noChromium()}`)
  if (!chromium || !(await build())) return add({ passed: 0, failed: 1, skipped: 0 })
  const file = join(results, 'playwright.json')
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_RESULTS: file }
  const { code } = await runTool('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', ...filters], {
    env,
  })
  judge('playwright', code, countPlaywright(read(file)))
}

/**
 * A runner may fail without a failed test: an error between tests, a file that doesn't load, no test found.
 * @param {string} runner @param {number} code @param {Count} count
 */
function judge(runner, code, count) {
  add(count)
  if (code === 0 || count.failed > 0) return
  say(`\n${runner} ended with ${code} although no test failed; that counts as a failure.`)
  add({ passed: 0, failed: 1, skipped: 0 })
}

/**
 * @param {{ numPassedTests: number, numPendingTests: number, numTodoTests: number, testResults: VitestFile[] }} [report]
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
 * @returns {Count}
 */
function countVitest(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  // A file that fails as a whole (it doesn't load, its beforeAll throws) counts as one.
  const failed = report.testResults.map(({ status, assertionResults }) => {
    const tests = assertionResults.filter((one) => one.status === 'failed').length
    return status === 'failed' ? Math.max(1, tests) : tests
  })
  const skipped = report.numPendingTests + report.numTodoTests
  return { passed: report.numPassedTests, failed: failed.reduce((sum, one) => sum + one, 0), skipped }
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} [report]
 * @returns {Count}
 */
function countPlaywright(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
