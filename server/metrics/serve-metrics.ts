import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AppContext } from '../app-context.ts'
import type { AppServer } from '../realtime/typed-socket.ts'
import { createMetrics } from './metrics.ts'

/**
 * Serves `GET /metrics` on a port of its own, which the store's visitors can't reach.
 * @param port 0 for any that is free
 * @returns the port, and a function that stops it
 * @throws the error of listening, such as EADDRINUSE
 */
export async function serveMetrics(
  app: AppContext,
  io: Pick<AppServer, 'engine'>,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; close(): void }> {
  const metrics = createMetrics(app, io)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        app.log.error({ err: error }, 'metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      metrics.close()
      server.close()
      server.closeAllConnections()
    },
  }
}
