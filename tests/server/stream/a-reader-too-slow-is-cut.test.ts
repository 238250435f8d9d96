import type { Socket as NetSocket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { change } from '../../../server/stream/change.ts'
import { openTestStore, type TestStore, until } from '../../app.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

/** Tells so many events of a size together. */
const happen = (bytes: number, count = 1) =>
  change(store.store, async ({ tell }) => {
    for (let i = 0; i < count; i += 1) tell('catalogue', { type: 'item.removed', data: { _id: 'x'.repeat(bytes) } })
  })

test('a reader that stops reading is cut, others are not, and what it missed is replayed when it comes back', async () => {
  const { epoch } = store.store.positions
  const slow = await store.follow({ epoch, since: { catalogue: 0 } })
  const other = await store.follow({ epoch, since: { catalogue: 0 } })
  const line = netSocketOf(slow.socket)
  line.pause()
  // The first 40 MB fill what lies between the two sides, the others wait at the server's.
  for (let i = 0; i < 20; i += 1) await happen(1_000_000, 2)
  for (let i = 0; i < 300; i += 1) await happen(1)
  await until(() => other.events().length === 340, 15_000)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  line.resume()
  await until(() => slow.told.at(-1)!.name === 'disconnect', 15_000)
  expect(slow.events().length).toBeLessThan(340)
  expect(other.told.some((one) => one.name === 'disconnect')).toBe(false)

  const back = await store.follow({ epoch, since: { catalogue: slow.events().length } })
  await until(() => back.events().at(-1)?.seq === 340)
  const seqs = [...slow.events(), ...back.events()].map((event) => event.seq)
  expect(seqs).toEqual(Array.from({ length: 340 }, (_, i) => i + 1))
})

/** The line below a web socket, which can be stopped where a browser would merely be busy. */
function netSocketOf(socket: object): NetSocket {
  const { io } = socket as { io: { engine: { transport: { ws: { _socket: NetSocket } } } } }
  return io.engine.transport.ws._socket
}
