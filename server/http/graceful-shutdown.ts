import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { markNotReady } from './readiness.ts'

/** How long clients typically keep an idle connection for their next request. */
const idleTimeoutMs = 6_000
const maxShutdownMs = 15_000

/**
 * Stops serving without breaking a request: accepts no new connections, answers with `Connection: close`,
 * and closes idle connections after their clients have had time to notice.
 */
export async function shutDownGracefully(http: Server) {
  markNotReady()
  http.prependListener('request', (_, response: ServerResponse) => response.setHeader('connection', 'close'))
  // http.close() would reset kept-alive connections on which a request may be arriving.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(http, () => resolve()))
  const timers = [
    setTimeout(() => http.closeIdleConnections(), idleTimeoutMs),
    setTimeout(() => http.closeAllConnections(), maxShutdownMs),
  ]
  await closed
  timers.forEach(clearTimeout)
}
