import { runTool } from '../run.mjs'

/** The suite's own tests, with so many times as much chance in them. */
export async function runTests(path: string, soak: number) {
  const { code, output } = await runTool('vitest', ['run', '--config', 'tests/vitest.config.ts', path], {
    env: { ...process.env, NODE_ENV: 'test', SOAK: String(soak) },
    keep: true,
  })
  const told = output.split('\n').filter((line) => /seed \d|Tests |×/.test(line))
  return { ok: code === 0, figures: `${soak} times the everyday run`, faults: told.map((line) => line.trim()) }
}
