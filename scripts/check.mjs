// @ts-check
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endWithParent, runTool, say, spoken } from './run.mjs'
import { install } from './setup.mjs'

/** @typedef {{ name: string, passed: boolean, output: string, took: number }} Checked */

const checks = {
  // The scripts that run before anything is installed are JavaScript with its types in comments: checked as well.
  types: () => runTool('tsc', ['-p', 'tsconfig.json', '--allowJs'], { keep: true }),
  lint: () => runTool('oxlint', ['-c', 'scripts/oxlint.json', '--type-aware', '--deny-warnings'], { keep: true }),
  format: () => runTool('oxfmt', ['-c', 'scripts/oxfmt.json', '--check', ...formatted], { keep: true }),
  floors: checkFloors,
}
/** What drizzle-kit writes stays as it wrote it, and prose is wrapped by hand. */
const formatted = ['.', '!drizzle/sqlite', '!drizzle/postgresql', '!**/*.md']

/** Runs types, lint, format and import floors side by side, and prints what each of them has to say. */
export async function check() {
  await install()
  /** @type {Checked[]} */
  const done = []
  await Promise.all(
    Object.entries(checks).map(async ([name, start]) => {
      const begun = performance.now()
      const { code, output } = await start().catch((error) => ({ code: 1, output: String(error) }))
      const checked = { name, passed: code === 0, output: output.trim(), took: performance.now() - begun }
      print(checked)
      done.push(checked)
    }),
  )
  return done
}

/** Imported late: it needs what `install` installs. */
async function checkFloors() {
  const { findBreaks, readSources } = await import('./floors.mjs')
  const breaks = findBreaks(readSources())
  return { code: breaks.length, output: breaks.join('\n') }
}

/** @param {Checked} checked */
function print({ name, passed, output, took }) {
  if (!passed && output) say(`\n${output}\n`)
  say(`${passed ? '✓' : '✗'} ${name} (${spoken(took)})`)
}

if (fileURLToPath(import.meta.url) === realpathSync(process.argv[1] ?? '.')) {
  endWithParent()
  const done = await check()
  process.exit(done.every(({ passed }) => passed) ? 0 : 1)
}
