import { type ServerProcess, wait } from './server-process.ts'

/** Event loop delay in milliseconds; memory in bytes, resident and retained after garbage collection. */
export type Inspection = { p50: number; p99: number; max: number; rss: number; retained: number }

/** The settings of a server that `inspect` works on. */
export const inspectableSettings = { NODE_OPTIONS: `--import ${new URL('./probe.mjs', import.meta.url).href}` }

/** Measures a running server; the event loop delay is that since the last call. */
export async function inspect(server: ServerProcess): Promise<Inspection> {
  const countBefore = probeLines(server).length
  server.child.kill('SIGUSR2')
  for (;;) {
    const line = probeLines(server)[countBefore]
    if (line) return JSON.parse(line.slice('probe '.length)) as Inspection
    await wait(10)
  }
}

const probeLines = (server: ServerProcess) => server.output().match(/^probe .*(?=\n)/gm) ?? []
