import { Agent, request } from 'node:http'
import { fill } from './fill.ts'
import { callOn, newFolder, percentile, startStore, wait } from './store.ts'

const [atOnce, seconds] = [1500, 15]

/** Pages are asked for at once over connections of their own, each anew as soon as it is there: calls hardly notice. */
export async function askForPages() {
  const folder = newFolder()
  await fill(folder, 1)
  const store = await startStore({ folder })
  const end = performance.now() + seconds * 1000
  const statuses: Record<string, number> = {}
  const flood = Promise.all(Array.from({ length: atOnce }, (_, n) => askFor(`/items?q=${n}`)))
  await wait(1000)

  // Each over a connection of its own, as those who come new have it.
  const times: number[] = []
  let failed = 0
  while (performance.now() < end) {
    const { status, ms } = await callOn(store.port)('GET', '/health')
    if (status === 200) times.push(ms)
    else failed += 1
    await wait(50)
  }
  await store.remove()
  await flood
  const p99 = percentile(times, 99)
  return {
    ok: failed === 0 && p99 <= 100 && (statuses[200] ?? 0) > 0 && statuses[500] === undefined,
    figures: `${atOnce} at once for ${seconds} s: answers ${JSON.stringify(statuses)}; ${times.length} calls by newcomers meanwhile: p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed`,
  }

  function askFor(path: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (done: () => void) => {
      if (performance.now() > end) return done()
      const again = () => ask(done)
      const asked = request({ agent, port: store.port, host: '127.0.0.1', path }, (response) => {
        statuses[response.statusCode!] = (statuses[response.statusCode!] ?? 0) + 1
        response.resume().on('end', again).on('error', done)
      })
      asked.on('error', done).end()
    }
    return new Promise(ask)
  }
}
