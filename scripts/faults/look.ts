import { type Store, wait } from './store.ts'

/** Milliseconds that the event loop was late, and bytes: what is resident, and what is held once rubbish is collected. */
export type Look = { p50: number; p99: number; most: number; rss: number; held: number }

/** The settings of a store that can be looked into. */
export const lookable = { NODE_OPTIONS: `--import ${new URL('./probe.mjs', import.meta.url).href}` }

/** Looks into a running store; its event loop from the last look to this one. */
export async function lookInto(store: Store): Promise<Look> {
  const before = linesOf(store).length
  store.child.kill('SIGUSR2')
  for (;;) {
    const line = linesOf(store)[before]
    if (line) return JSON.parse(line.slice('probe '.length)) as Look
    await wait(10)
  }
}

const linesOf = (store: Store) => store.said().match(/^probe .*(?=\n)/gm) ?? []
