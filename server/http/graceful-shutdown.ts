import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** How long clients typically keep an idle connection for their next request. */
const idleTimeoutMs = 6_000
const maxShutdownMs = 15_000

/**
 * Returns how to stop serving without breaking a request: no new connections are accepted, every answer says
 * `Connection: close`, those to requests that are running as well, and idle connections are closed after their clients
 * have had time to notice. WebSockets are for their own server to close. Call it before the server listens.
 */
export function prepareShutdown(http: Server): () => Promise<void> {
  const running = new Set<ServerResponse>()
  // One listener for all responses, because one of its own for each takes time in every request.
  function onClose(this: ServerResponse) {
    running.delete(this)
  }
  http.on('request', (_, response: ServerResponse) => {
    running.add(response)
    response.on('close', onClose)
  })
  return () => shutDown(http, running)
}

async function shutDown(http: Server, running: Set<ServerResponse>) {
  for (const response of running) if (!response.headersSent) response.setHeader('connection', 'close')
  http.prependListener('request', (_, response: ServerResponse) => response.setHeader('connection', 'close'))
  http.removeAllListeners('upgrade').on('upgrade', refuseUpgrade)
  // Right after connections were accepted: closing resets those that still wait for it.
  await new Promise(setImmediate)
  // http.close() would reset kept-alive connections on which a request may be arriving.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(http, () => resolve()))
  const timers = [
    setTimeout(() => http.closeIdleConnections(), idleTimeoutMs),
    setTimeout(() => http.closeAllConnections(), maxShutdownMs),
  ]
  await closed
  timers.forEach(clearTimeout)
}

/** A proxy may ask for a WebSocket on a connection that it has kept open; it asks another process after a 503. */
function refuseUpgrade(_: IncomingMessage, socket: Socket) {
  socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n', () => socket.destroy())
}
