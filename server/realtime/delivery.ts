import type { StoredEvent } from '../events/event-bus.ts'
import type { readReplay } from '../events/replay.ts'
import { groupByStream } from '../events/wire-format.ts'
import type { AppContext } from '../app-context.ts'
import { SerializedEvents } from './serialized-events.ts'
import type { AppServer, AppSocket } from './typed-socket.ts'

const replayChunkSize = 100
const maxPendingPackets = 256
const checkIntervalMs = 500

/** Sends every committed event to the sockets that follow its stream, in order, after the events they missed. */
export function createDelivery({ bus }: AppContext, io: AppServer) {
  const joining = new Set<AppSocket>()

  bus.subscribe('events', (events) => {
    for (const [stream, group] of groupByStream(events)) {
      // Encoding costs as much for an empty room as for one socket.
      if (io.sockets.adapter.rooms.has(stream)) io.to(stream).emit('events', new SerializedEvents(group))
      for (const { data } of joining) {
        if (Object.values(data.streams).includes(stream)) data.pendingEvents!.push(...group)
      }
    }
  })

  return {
    /** Buffers the events that are committed from now on, until `finishJoin`. */
    startJoin: (socket: AppSocket) => void joining.add(socket),
    cancelJoin: (socket: AppSocket) => void joining.delete(socket),

    /** Sends the missed and the buffered events; from then on the socket receives events as they are committed. */
    async finishJoin(socket: AppSocket, { joined, missed }: Awaited<ReturnType<typeof readReplay>>) {
      for (let i = 0; i < missed.length; i += replayChunkSize) {
        socket.emit('events', new SerializedEvents(missed.slice(i, i + replayChunkSize)))
        await waitForDrain(socket)
      }
      if (!socket.connected) return
      // Events that were committed before the replay was read are part of it.
      const heads = new Map(joined.map(({ stream, head }) => [stream, head]))
      const isNew = ({ stream, seq }: StoredEvent) => seq > (heads.get(stream) ?? 0)
      const buffered = socket.data.pendingEvents!.filter(isNew)
      if (buffered.length > 0) socket.emit('events', new SerializedEvents(buffered))
      socket.data.pendingEvents = null
      joining.delete(socket)
      void socket.join(Object.values(socket.data.streams))
    },
  }
}

/** Disconnects sockets that read too slowly; they get a replay when they reconnect. @returns a function that stops it */
export function disconnectSlowReaders(io: AppServer): () => void {
  const timer = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) {
      if (socket.conn['writeBuffer'].length > maxPendingPackets) socket.conn.close(true)
    }
  }, checkIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Waits until the socket's packets are written, so that a replay never fills the memory. */
const waitForDrain = ({ conn }: AppSocket) =>
  new Promise<void>((resolve) => {
    if (conn['writeBuffer'].length === 0) return resolve()
    conn.once('drain', resolve)
    conn.once('close', () => resolve())
  })
