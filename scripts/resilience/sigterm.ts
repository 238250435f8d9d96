import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { io } from 'socket.io-client'
import { createDatabase } from './fill.ts'
import { createTemporaryFolder, startServer, wait } from './server-process.ts'

const clientCount = 32
const socketCount = 50

/** SIGTERM under load: no request fails, and sockets are disconnected and reconnect to the next process. */
export async function terminateUnderLoad() {
  const folder = createTemporaryFolder()
  const { customers } = await createDatabase(folder, socketCount)
  const server = await startServer({ folder })
  const sockets = customers.map(({ token }) =>
    io(`http://127.0.0.1:${server.port}`, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    }),
  )
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('welcome', resolve))))
  const disconnects = sockets.map((socket) => once(socket as never, 'disconnect').then(() => performance.now()))

  const counts = { succeeded: 0, failed: 0 }
  const failures: string[] = []
  const load = Array.from({ length: clientCount }, () => sendUntilClosed(server.port, counts, failures))
  await wait(1500)
  const signalledAt = performance.now()
  server.child.kill('SIGTERM')
  await Promise.all(load)
  const lastDisconnectMs = Math.max(...(await Promise.all(disconnects))) - signalledAt
  await server.exited
  const stoppedAfterMs = performance.now() - signalledAt

  const next = await startServer({ folder, port: server.port })
  const restartedAt = performance.now()
  await Promise.all(
    sockets.map((socket) => (socket.connect(), new Promise((resolve) => socket.once('welcome', resolve)))),
  )
  const reconnectedAfterMs = performance.now() - restartedAt
  for (const socket of sockets) socket.disconnect()
  await next.remove()
  return {
    ok: counts.failed === 0 && counts.succeeded > 100 && lastDisconnectMs < 1000 && server.child.exitCode === 0,
    figures: `${clientCount} clients, ${counts.succeeded} requests succeeded, ${counts.failed} failed; ${socketCount} sockets disconnected within ${Math.round(lastDisconnectMs)} ms, reconnected ${Math.round(reconnectedAfterMs)} ms after the restart; stopped after ${Math.round(stoppedAfterMs)} ms; exit code ${server.child.exitCode}`,
    problems: failures,
  }
}

/** Sends requests over one connection until the server closes it. */
async function sendUntilClosed(port: number, counts: { succeeded: number; failed: number }, failures: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    const isClosing = await new Promise<boolean>((resolve) => {
      const outgoing = request({ agent, port, host: '127.0.0.1', path: '/api/items?limit=5' })
      outgoing.on('response', (response) => {
        response.resume()
        response.on('error', (error) => fail(`in the response: ${error.message}`))
        response.on('end', () => {
          if (response.statusCode === 200) counts.succeeded += 1
          else fail(`status ${response.statusCode}`)
          resolve(response.headers.connection === 'close')
        })
      })
      outgoing.on('error', (error) => {
        fail(error.message)
        resolve(true)
      })
      outgoing.end()
    })
    if (isClosing) return
  }
  function fail(reason: string) {
    counts.failed += 1
    failures.push(reason)
  }
}
