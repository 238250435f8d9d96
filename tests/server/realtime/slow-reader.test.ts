import type { Socket as NetSocket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Publishes `count` events of 60 kB, each in a packet of its own. */
async function publishLarge(count: number) {
  for (let i = 0; i < count; i += 1) {
    await runMutation(server.app, async ({ publish }) =>
      publish('catalogue', { type: 'item.removed', data: { _id: 'x'.repeat(60_000) } }),
    )
  }
}

it('disconnects a socket that stops reading, no others, and lets it continue from its cursor', async () => {
  const { epoch } = server.app.streamHeads
  const slow = await server.connect({ epoch, since: { catalogue: 0 } })
  const other = await server.connect({ epoch, since: { catalogue: 0 } })
  const connection = netSocketOf(slow.socket)
  connection.pause()
  // The first megabytes fill the buffers between both sides; the others wait in the server's.
  await publishLarge(700)
  await waitFor(() => other.events().length === 700)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  connection.resume()
  await waitFor(() => slow.received.at(-1)!.name === 'disconnect')
  const received = slow.events().length
  expect(received).toBeLessThan(700)
  expect(slow.events().map((event) => event.seq)).toEqual(range(1, received))
  expect(other.received.some((one) => one.name === 'disconnect')).toBe(false)

  const modeSince = async (catalogue: number) => {
    const reconnected = await server.connect({ epoch, since: { catalogue } })
    const { mode } = (reconnected.received[0]!.data as { streams: { catalogue: { mode: string } } }).streams.catalogue
    return { reconnected, mode }
  }
  // What it missed is more than 1 MB.
  expect((await modeSince(received)).mode).toBe('resync')
  const { reconnected, mode } = await modeSince(690)
  expect(mode).toBe('replay')
  await waitFor(() => reconnected.events().at(-1)?.seq === 700)
  expect(reconnected.events().map((event) => event.seq)).toEqual(range(691, 700))
})

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

/** The TCP socket below a WebSocket; pausing it looks like a busy browser. */
function netSocketOf(socket: object): NetSocket {
  const { io } = socket as { io: { engine: { transport: { ws: { _socket: NetSocket } } } } }
  return io.engine.transport.ws._socket
}
