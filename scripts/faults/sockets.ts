import { fill, type Person } from './fill.ts'
import { lookable, lookInto } from './look.ts'
import { inParallel, newFolder, percentile, startStore, type Store, wait } from './store.ts'
import { joinThin, type ThinSocket } from './thin-socket.ts'

const [many, atOnce, unicasts, broadcasts] = [10_000, 500, 300, 8]

/** Ten thousand are signed in and connected: one is told, all are told, and all come back to a store that was killed. */
export async function connectMany() {
  const folder = newFolder()
  const { customers, item } = await fill(folder, many)
  const store = await startStore({ folder, settings: lookable })
  /** When each was last told something, and how far each is on the public stream. */
  const told = { at: new Float64Array(many), catalogue: new Int32Array(many) }
  const up = performance.now()
  const sockets = await joinAll(store, null)
  const upAfter = performance.now() - up
  await lookInto(store)

  const alone: number[] = []
  for (let i = 0; i < unicasts; i += 1) {
    const n = (i * 7919) % many
    const asked = performance.now()
    await store.call('POST', '/auth/dark-mode', { token: customers[n]!.token, body: { darkMode: true } })
    while (told.at[n]! < asked) await new Promise(setImmediate)
    alone.push(told.at[n]! - asked)
  }
  const all: number[] = []
  for (let i = 1; i <= broadcasts; i += 1) {
    const asked = performance.now()
    await review(store, customers[i]!)
    while (!told.catalogue.every((seq) => seq >= i)) await wait(5)
    for (const at of told.at) all.push(at - asked)
  }
  const { p99: late, most: latest } = await lookInto(store)
  const memory = store.memory()
  const lost = sockets.filter((one) => one.lost()).length

  for (const { socket } of sockets) socket.destroy()
  await review(store, customers[broadcasts + 1]!)
  await store.end('SIGKILL')
  told.catalogue.fill(0)
  const next = await startStore({ folder, port: store.port, settings: lookable })
  const stormed = performance.now()
  const since = { epoch: sockets[0]!.welcome.epoch, since: { user: 0, catalogue: 0 } }
  const back = await joinAll(next, since)
  const isCaughtUp = () => told.catalogue.every((seq) => seq === broadcasts + 1)
  while (!isCaughtUp() && performance.now() < stormed + 60_000) await wait(10)
  const caughtUpAfter = performance.now() - stormed
  for (const { socket } of back) socket.destroy()
  await next.remove()

  const [one, each] = [percentile(alone, 99), percentile(all, 99)]
  return {
    ok: upAfter <= 30_000 && lost === 0 && memory <= 400e6 && one <= 50 && each <= 1000 && caughtUpAfter <= 10_000,
    figures: `${sockets.length} signed in and up in ${(upAfter / 1000).toFixed(1)} s, ${Math.round(memory / 1e6)} MB, ${lost} lost; one told, commit included: p50 ${percentile(alone, 50).toFixed(1)} ms, p99 ${one.toFixed(1)} ms; all told: p50 ${Math.round(percentile(all, 50))} ms, p99 ${Math.round(each)} ms; event loop late by ${late.toFixed(1)} ms (p99), ${Math.round(latest)} ms at most; killed and back, all had the ${broadcasts + 1} events replayed ${(caughtUpAfter / 1000).toFixed(1)} s after it was up`,
  }

  async function joinAll({ port }: Store, since: object | null): Promise<ThinSocket[]> {
    const joined: ThinSocket[] = []
    await inParallel([...customers.keys()], atOnce, async (n) => {
      const hear = (text: string) => {
        told.at[n] = performance.now()
        for (const [, seq] of text.matchAll(/"stream":"catalogue","seq":(\d+)/g)) told.catalogue[n] = Number(seq)
      }
      joined.push(await joinThin(port, { token: customers[n]!.token, ...since }, hear))
    })
    return joined
  }

  async function review(store: Store, { token }: Person) {
    const { status, text } = await store.call('POST', '/reviews', {
      token,
      body: { item, stars: 5, description: 'It works.' },
    })
    if (status !== 200) throw new Error(text)
  }
}
