import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from './connection-guard.ts'
import type { AppServer } from './typed-socket.ts'

const batchSize = 500
const batchDelayMs = 200

/**
 * Disconnects all sockets, not all at once: each client reconnects, and the processes that remain have to admit it.
 * @param closed resolves when the HTTP server has no connection any more; until then, a handshake may still be finished
 */
export async function disconnectInBatches(io: AppServer, closed: Promise<void>) {
  const isClosed = closed.then(() => true)
  await disconnectConnected(io)
  while (!(await Promise.race([isClosed, delay(batchDelayMs, false)]))) {
    // Connections that haven't joined, and those whose other side doesn't answer that they close.
    for (const connection of Object.values<Connection>(io.engine['clients'])) {
      connection.close(true)
      connection.request.socket.destroy()
    }
  }
}

/** Disconnects the sockets that are connected now, in batches of `size`. */
export async function disconnectConnected(io: AppServer, size = batchSize) {
  const sockets = [...io.sockets.sockets.values()]
  for (let i = 0; i < sockets.length; i += size) {
    if (i > 0) await delay(batchDelayMs)
    for (const socket of sockets.slice(i, i + size)) socket.disconnect(true)
  }
}
