import { EventEmitter } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { runMutation } from '../../../server/events/mutation.ts'
import { planReplay } from '../../../server/events/replay.ts'
import { createDelivery } from '../../../server/realtime/delivery.ts'
import type { SerializedEvents } from '../../../server/realtime/serialized-events.ts'
import type { AppServer, AppSocket } from '../../../server/realtime/typed-socket.ts'
import { startTestServer, type TestServer } from '../../app.ts'

// A real connection has megabytes of buffers below it, so a replay of 1 MB never stalls on this machine.
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await runMutation(server.app, async ({ publish }) => {
    for (let i = 0; i < 400; i += 1) publish('catalogue', { type: 'item.removed', data: { _id: `gone ${i}` } })
  })
})
afterAll(() => server.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A socket that joins and has missed 400 events. `drain` writes what waits in its buffer, and more arrives in it. */
async function startReplay() {
  const conn = Object.assign(new EventEmitter(), {
    writeBuffer: [] as unknown[],
    readyState: 'open',
    close() {
      conn.readyState = 'closed'
      conn.emit('close')
    },
  })
  const seqs: number[] = []
  const rooms: string[] = []
  const socket = {
    conn,
    data: { streams: { catalogue: 'catalogue' } },
    emit(_: string, events: SerializedEvents) {
      conn.writeBuffer.push(events)
      seqs.push(...(events.toJSON() as { seq: number }[]).map(({ seq }) => seq))
    },
    join: (names: string[]) => void rooms.push(...names),
  } as unknown as AppSocket
  const io = { sockets: { adapter: { rooms: new Map() } } } as unknown as AppServer
  const delivery = createDelivery(server.app, io)
  delivery.startJoin(socket)
  const { streamHeads } = server.app
  const joined = await planReplay(streamHeads, null, { epoch: streamHeads.epoch, heads: { catalogue: 0 } })
  let isFinished = false
  const finished = delivery.finishJoin(socket, joined).finally(() => (isFinished = true))
  const isWaiting = () => isFinished || conn.listenerCount('drain') > 0
  /** Until the replay waits for its reader, however long the database takes. */
  async function settle() {
    while (!isWaiting()) await new Promise(setImmediate)
  }
  await settle()
  return {
    seqs,
    rooms,
    finished,
    isClosed: () => conn.readyState === 'closed',
    listeners: () => conn.listenerCount('drain') + conn.listenerCount('close'),
    async drain() {
      conn.writeBuffer = []
      conn.emit('drain')
      await settle()
    },
  }
}

it('ends when its reader takes nothing for two seconds', async () => {
  const replay = await startReplay()
  await replay.drain()
  expect(replay.seqs).toHaveLength(100)
  vi.advanceTimersByTime(1999)
  await new Promise(setImmediate)
  expect(replay.isClosed()).toBe(false)
  vi.advanceTimersByTime(1)
  await replay.finished
  expect([replay.isClosed(), replay.rooms, replay.listeners()]).toEqual([true, [], 0])
})

it('ends after ten seconds, also when its reader takes a little now and then', async () => {
  const replay = await startReplay()
  for (let slice = 0; slice < 5; slice += 1) {
    vi.advanceTimersByTime(1900)
    await replay.drain()
  }
  expect(replay.isClosed()).toBe(false)
  vi.advanceTimersByTime(500)
  await replay.finished
  expect([replay.isClosed(), replay.seqs.length]).toEqual([true, 300])
})

it('waits for its reader after each slice, and then joins the streams', async () => {
  const replay = await startReplay()
  for (let slice = 1; slice <= 8; slice += 1) {
    expect(replay.seqs).toHaveLength(slice * 50)
    vi.advanceTimersByTime(100)
    await replay.drain()
  }
  await replay.finished
  expect(replay.seqs).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
  expect([replay.isClosed(), replay.rooms, replay.listeners()]).toEqual([false, ['catalogue'], 0])
})
