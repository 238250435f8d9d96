import { io, type Socket } from 'socket.io-client'
import { backoffMs } from '../../client/stream/backoff.ts'

export type StreamEvent = { stream: string; seq: number; type: string; data: Record<string, unknown> }
export type StreamClient = ReturnType<typeof startStreamClient>

/**
 * A client that reconnects with its cursor, as the store's own does, and checks that sequence numbers have no gap and no
 * repetition.
 * @param onEvent called for every event
 */
export function startStreamClient(port: number, token: string | undefined, onEvent?: (event: StreamEvent) => void) {
  const since: Record<string, number> = {}
  const counts = { outOfOrder: 0, resyncs: 0, connects: 0 }
  const ends: string[] = []
  let [lastReceivedAt, lastConnectedAt, lastDisconnectedAt] = [0, 0, 0]
  let epoch: string | undefined
  let attempts = 0
  let isStopped = false
  const socket: Socket = io(`http://127.0.0.1:${port}`, {
    auth: (send) => send({ ...(token && { token }), ...(epoch && { epoch, since }) }),
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: 3000,
  })
  socket.on('welcome', (welcome: { epoch: string; streams: Record<string, { head: number; mode: string }> }) => {
    for (const [name, { head, mode }] of Object.entries(welcome.streams)) {
      if (mode === 'resync') counts.resyncs += 1
      if (mode !== 'replay') since[name] = head
    }
    epoch = welcome.epoch
    attempts = 0
    counts.connects += 1
    lastReceivedAt = lastConnectedAt = performance.now()
  })
  socket.on('events', (events: StreamEvent[]) => {
    for (const event of events) {
      if (event.seq !== since[event.stream]! + 1) counts.outOfOrder += 1
      since[event.stream] = event.seq
      onEvent?.(event)
    }
    lastReceivedAt = performance.now()
  })
  socket.on('session.ended', ({ reason }: { reason: string }) => ends.push(reason))
  const reconnect = () => !isStopped && setTimeout(() => !isStopped && socket.connect(), backoffMs(attempts++))
  socket.on('disconnect', () => {
    lastDisconnectedAt = performance.now()
    reconnect()
  })
  socket.on('connect_error', reconnect)
  return {
    counts,
    since,
    ends,
    lastReceivedAt: () => lastReceivedAt,
    lastConnectedAt: () => lastConnectedAt,
    lastDisconnectedAt: () => lastDisconnectedAt,
    isJoined: () => socket.connected && epoch !== undefined && lastConnectedAt > lastDisconnectedAt,
    stop() {
      isStopped = true
      socket.disconnect()
    },
  }
}
