import type { Socket as NetSocket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runMutation } from '../../../server/events/mutation.ts'
import { startTestServer, type TestServer, waitFor } from '../../app.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Publishes `count` events of `bytes` each in one mutation. */
const publishEvents = (bytes: number, count = 1) =>
  runMutation(server.app, async ({ publish }) => {
    for (let i = 0; i < count; i += 1) publish('catalogue', { type: 'item.removed', data: { _id: 'x'.repeat(bytes) } })
  })

it('disconnects a socket that stops reading, no others, and replays what it missed', async () => {
  const { epoch } = server.app.streamHeads
  const slow = await server.connect({ epoch, since: { catalogue: 0 } })
  const other = await server.connect({ epoch, since: { catalogue: 0 } })
  const connection = netSocketOf(slow.socket)
  connection.pause()
  // The first 40 MB fill the buffers between both sides; the others wait in the server's.
  for (let i = 0; i < 20; i += 1) await publishEvents(1_000_000, 2)
  for (let i = 0; i < 300; i += 1) await publishEvents(1)
  await waitFor(() => other.events().length === 340, 15_000)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  connection.resume()
  await waitFor(() => slow.received.at(-1)!.name === 'disconnect', 15_000)
  expect(slow.events().length).toBeLessThan(340)
  expect(other.received.some((one) => one.name === 'disconnect')).toBe(false)

  const reconnected = await server.connect({ epoch, since: { catalogue: slow.events().length } })
  await waitFor(() => reconnected.events().at(-1)?.seq === 340)
  const seqs = [...slow.events(), ...reconnected.events()].map((event) => event.seq)
  expect(seqs).toEqual(Array.from({ length: 340 }, (_, i) => i + 1))
})

/** The TCP socket below a WebSocket; pausing it looks like a busy browser. */
function netSocketOf(socket: object): NetSocket {
  const { io } = socket as { io: { engine: { transport: { ws: { _socket: NetSocket } } } } }
  return io.engine.transport.ws._socket
}
