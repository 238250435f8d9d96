import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** How long clients typically keep an idle connection for their next request. */
const idleTimeoutMs = 6_000
const maxShutdownMs = 15_000

/**
 * Stops serving without breaking a request: accepts no new connections, answers with `Connection: close`,
 * and closes idle connections after their clients have had time to notice. WebSockets are for their own server to close.
 */
export async function shutDownGracefully(http: Server) {
  http.prependListener('request', (_, response: ServerResponse) => response.setHeader('connection', 'close'))
  http.removeAllListeners('upgrade').on('upgrade', refuseUpgrade)
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
