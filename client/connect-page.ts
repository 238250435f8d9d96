import type { OpenPage } from './page-client.ts'
import { backoffMs } from './stream/backoff.ts'

/** Loads what calls the server and follows its events. Without a network, it is tried again until it is there. */
export async function connectPage({ client, connect }: OpenPage) {
  for (let attempts = 0; ; attempts++) {
    try {
      const { connectClient } = await import('./create-client.ts')
      return connect(connectClient(client))
    } catch {
      client.store.setState(({ connection }) => ({
        connection: { ...connection, status: 'offline', since: Date.now() },
      }))
      await new Promise((resolve) => setTimeout(resolve, backoffMs(attempts)))
    }
  }
}
