import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createDatabase } from './fill.ts'
import { inspectableSettings, inspect } from './inspect.ts'
import type { Result } from './main.ts'
import { inParallel, createTemporaryFolder, percentile, startServer, wait } from './server-process.ts'
import { connectRaw, type RawSocket } from './thin-socket.ts'

const idleSockets = 10_000
const slowRequests = 1000

/** Ten thousand idle sockets and a thousand requests that never end: other clients are still served. */
export async function holdIdle(attempts = 2): Promise<Result> {
  const folder = createTemporaryFolder()
  await createDatabase(folder, 1)
  const server = await startServer({ folder, settings: inspectableSettings })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const startedAt = performance.now()
  const sockets: RawSocket[] = []
  await inParallel(Array.from({ length: idleSockets }), 200, async () => {
    sockets.push(await connectRaw(server.port, null))
  })
  const connectedAfterMs = performance.now() - startedAt
  const slowConnections = await Promise.all(Array.from({ length: slowRequests }, () => beginRequest(server.port)))
  const drip = setInterval(() => slowConnections.forEach((socket) => socket.writable && socket.write('x')), 1000)

  const times: number[] = []
  let failed = 0
  const end = performance.now() + 15_000
  await inParallel(Array.from({ length: 4 }), 4, async () => {
    while (performance.now() < end) {
      const { status, ms } = await server.call('GET', '/items?limit=24')
      if (status === 200) times.push(ms)
      else failed += 1
      await wait(5)
    }
  })
  const memory = server.memory()
  const openSockets = sockets.filter(({ isClosed }) => !isClosed()).length
  const { max } = await inspect(server)
  const ownDelayMs = delay.max / 1e6
  clearInterval(drip)
  for (const { socket } of sockets) socket.destroy()
  for (const socket of slowConnections) socket.destroy()
  await server.remove()
  // Sockets that missed a ping because this process was blocked say nothing about the server.
  if (openSockets < idleSockets && ownDelayMs > 5000 && attempts > 1) return holdIdle(attempts - 1)
  const p99 = percentile(times, 99)
  return {
    ok: sockets.length === idleSockets && openSockets === idleSockets && failed === 0 && p99 <= 100 && memory <= 400e6,
    figures: `${sockets.length} sockets joined in ${(connectedAfterMs / 1000).toFixed(1)} s, ${openSockets} still open with ${slowRequests} slow requests; ${times.length} other reads: p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed; ${Math.round(memory / 1e6)} MB; event loop delay max ${Math.round(max)} ms, of the clients' process ${Math.round(ownDelayMs)} ms`,
  }
}

/** Starts a request whose headers never end. */
function beginRequest(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /api/items HTTP/1.1\r\nhost: x\r\nx-slow: ')
      resolve(socket)
    })
    socket.on('error', () => {})
  })
}
