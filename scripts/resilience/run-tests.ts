import { run } from '../run.mjs'

/** Runs tests of the suite with all their random rounds. */
export async function runTests(path: string) {
  const { code, output } = await run('vitest', ['run', path], {
    env: { ...process.env, NODE_ENV: 'test', THOROUGH: '1' },
    capture: true,
  })
  const lines = output.split('\n').filter((line) => /seed \d|Tests |×/.test(line))
  return { ok: code === 0, figures: 'all random rounds', problems: lines.map((line) => line.trim()) }
}
