// @ts-check
// npm run check: types, lint, format and import boundaries, side by side.
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exitWithNpm, formatSeconds, run } from './run.mjs'
import { install } from './setup.mjs'

/** @type {Record<string, [tool: string, ...args: string[]]>} */
const checks = {
  types: ['tsc', '--build'],
  lint: ['oxlint'],
  format: ['oxfmt', '--check', '.'],
  boundaries: ['depcruise', 'server', 'client', 'shared', 'drizzle'],
}

/** Runs all checks, prints each result as it comes, and returns how many passed and failed. */
export async function check() {
  const results = await Promise.all(Object.entries(checks).map(([name, command]) => runCheck(name, command)))
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed, skipped: 0 }
}

/** @param {string} name @param {[string, ...string[]]} command */
async function runCheck(name, [tool, ...args]) {
  const start = performance.now()
  const { code, output } = await run(tool, args, { capture: true })
  if (code !== 0) console.log(`\n${output.trim()}\n`)
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${formatSeconds(performance.now() - start)})`)
  return code === 0
}

if (fileURLToPath(import.meta.url) === realpathSync(process.argv[1] ?? '.')) {
  exitWithNpm()
  await install()
  const { failed } = await check()
  process.exit(failed > 0 ? 1 : 0)
}
