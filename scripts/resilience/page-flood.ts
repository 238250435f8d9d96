import { Agent, request } from 'node:http'
import { createDatabase } from './fill.ts'
import { createClient, createTemporaryFolder, percentile, startServer, wait } from './server-process.ts'

const [concurrency, seconds] = [1500, 15]

/** Pages are requested over 1,500 connections without pause: API calls over new connections stay fast. */
export async function askForPages() {
  const folder = createTemporaryFolder()
  await createDatabase(folder, 1)
  const server = await startServer({ folder })
  const end = performance.now() + seconds * 1000
  const statuses: Record<string, number> = {}
  const flood = Promise.all(Array.from({ length: concurrency }, (_, n) => requestRepeatedly(`/items?q=${n}`)))
  await wait(1000)

  // Each over a new connection, as for a new visitor.
  const times: number[] = []
  let failed = 0
  while (performance.now() < end) {
    const { status, ms } = await createClient(server.port)('GET', '/health')
    if (status === 200) times.push(ms)
    else failed += 1
    await wait(50)
  }
  await server.remove()
  await flood
  const p99 = percentile(times, 99)
  return {
    ok: failed === 0 && p99 <= 100 && (statuses[200] ?? 0) > 0 && statuses[500] === undefined,
    figures: `${concurrency} concurrent for ${seconds} s: responses ${JSON.stringify(statuses)}; ${times.length} calls over new connections meanwhile: p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed`,
  }

  function requestRepeatedly(path: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const send = (resolve: () => void) => {
      if (performance.now() > end) return resolve()
      const outgoing = request({ agent, port: server.port, host: '127.0.0.1', path }, (response) => {
        statuses[response.statusCode!] = (statuses[response.statusCode!] ?? 0) + 1
        response
          .resume()
          .on('end', () => send(resolve))
          .on('error', resolve)
      })
      outgoing.on('error', resolve).end()
    }
    return new Promise(send)
  }
}
