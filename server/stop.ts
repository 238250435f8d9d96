import { type Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { readiness } from './readiness.ts'

/** Clients keep a connection for their next request about this long, in milliseconds. */
const idle = 6_000
const most = 15_000

/**
 * Stops serving without breaking a request: no new connections, answers that say `Connection: close`,
 * idle ones closed once their clients have had the time to notice.
 */
export async function stopServing(http: Server) {
  readiness.ready = false
  http.prependListener('request', (_, response: ServerResponse) => response.setHeader('connection', 'close'))
  // Not http.close(): that resets kept-alive connections on which a request may be under way.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(http, () => resolve()))
  const timers = [
    setTimeout(() => http.closeIdleConnections(), idle),
    setTimeout(() => http.closeAllConnections(), most),
  ]
  await closed
  timers.forEach(clearTimeout)
}
