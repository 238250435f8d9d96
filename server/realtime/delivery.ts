import { maxReplayBytes, maxReplayEvents } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import type { StoredEvent } from '../events/event-bus.ts'
import { type JoinedStream, readMissedEvents, ReplayGapError } from '../events/replay.ts'
import { groupByStream, toWireJson } from '../events/wire-format.ts'
import { SerializedEvents } from './serialized-events.ts'
import type { AppServer, AppSocket } from './typed-socket.ts'

const maxPendingPackets = 256
const checkIntervalMs = 500
/** Events that were committed during the join are sent in slices of this size. */
const sliceSize = 50
/** How long a reader may take for a slice of its replay, and for all of it, while others wait for their turn. */
const maxSliceMs = 2_000
const maxReplayMs = 10_000

/** Events that were committed while a socket joins. */
type JoinBuffer = { events: StoredEvent[]; characters: number }

/** Sends every committed event to the sockets that follow its stream, in order, after the events they missed. */
export function createDelivery({ bus, db, log }: AppContext, io: AppServer) {
  const joining = new Map<AppSocket, JoinBuffer>()

  bus.subscribe('events', (events) => {
    for (const [stream, group] of groupByStream(events)) {
      // Encoding costs as much for an empty room as for one socket.
      if (io.sockets.adapter.rooms.has(stream)) io.to(stream).emit('events', new SerializedEvents(toWireJson(group)))
      for (const [socket, buffer] of joining) {
        if (Object.values(socket.data.streams).includes(stream)) addToBuffer(socket, buffer, group)
      }
    }
  })

  function addToBuffer(socket: AppSocket, buffer: JoinBuffer, events: StoredEvent[]) {
    for (const event of events) {
      buffer.events.push(event)
      buffer.characters += event.data.length
    }
    if (buffer.events.length > maxReplayEvents || buffer.characters > maxReplayBytes) reconnectLater(socket)
  }

  /** Closes the connection. The client connects again, with the cursor it has reached. */
  function reconnectLater(socket: AppSocket) {
    joining.delete(socket)
    socket.conn.close(true)
  }

  /** Sends the missed events, slice by slice as the client reads them. @returns false if it couldn't be completed */
  async function sendMissedEvents(socket: AppSocket, joined: JoinedStream[]): Promise<boolean> {
    const deadline = performance.now() + maxReplayMs
    try {
      for await (const json of readMissedEvents(db, joined)) {
        socket.emit('events', new SerializedEvents(json))
        if (!(await waitForDrain(socket, Math.min(maxSliceMs, deadline - performance.now())))) return false
        // Reading from SQLite takes no turn of the event loop.
        await new Promise(setImmediate)
      }
      return true
    } catch (error) {
      if (!(error instanceof ReplayGapError)) throw error
      log.info({ socketId: socket.id }, 'events were pruned during their replay')
      return false
    }
  }

  /**
   * Sends what was committed since the heads of `joined`. When nothing is left, the socket joins its streams.
   * @returns false if it is read too slowly
   */
  async function sendBufferedEvents(socket: AppSocket, joined: JoinedStream[]): Promise<boolean> {
    // Events that were committed before the heads were read are part of the replay.
    const heads = new Map(joined.map(({ stream, head }) => [stream, head]))
    for (;;) {
      const buffer = joining.get(socket)
      if (!buffer) return false
      const events = buffer.events.splice(0, sliceSize)
      if (events.length === 0) {
        // In this turn, so that no event falls between the buffer and the rooms.
        joining.delete(socket)
        void socket.join(Object.values(socket.data.streams))
        return true
      }
      for (const { data } of events) buffer.characters -= data.length
      const newEvents = events.filter(({ stream, seq }) => seq > (heads.get(stream) ?? 0))
      if (newEvents.length > 0) socket.emit('events', new SerializedEvents(toWireJson(newEvents)))
      if (!(await waitForDrain(socket, maxSliceMs))) return false
    }
  }

  return {
    /** Buffers the events that are committed from now on, until `finishJoin`. */
    startJoin: (socket: AppSocket) => void joining.set(socket, { events: [], characters: 0 }),
    cancelJoin: (socket: AppSocket) => void joining.delete(socket),

    /** Sends the missed and the buffered events; from then on the socket receives events as they are committed. */
    async finishJoin(socket: AppSocket, joined: JoinedStream[]) {
      if (!(await sendMissedEvents(socket, joined))) return reconnectLater(socket)
      // Otherwise events of the replay, which other processes committed, could still arrive in the rooms.
      await Promise.all(joined.map(({ stream, head }) => bus.waitForSeq(stream, head)))
      if (!(await sendBufferedEvents(socket, joined))) reconnectLater(socket)
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

/** Waits until the socket's packets are written. @returns false if that takes longer, or it disconnects */
function waitForDrain({ conn }: AppSocket, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (conn['writeBuffer'].length === 0) return resolve(conn.readyState === 'open')
    const finish = (isDrained: boolean) => {
      clearTimeout(timer)
      conn.off('drain', onDrain).off('close', onClose)
      resolve(isDrained)
    }
    const onDrain = () => finish(true)
    const onClose = () => finish(false)
    const timer = setTimeout(onClose, timeoutMs)
    conn.on('drain', onDrain).on('close', onClose)
  })
}
