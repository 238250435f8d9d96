import type { AppContext } from '../app-context.ts'
import type { AppSocket } from './typed-socket.ts'

export type Connection = AppSocket['conn']
type ConnectionState = {
  admission: 'none' | 'pending' | 'done'
  refusedJoins: number
  packets: number
  windowStart: number
}

/** Joins that may be refused on one connection, such as one with an expired token. */
const maxRefusedJoins = 3
const maxPacketsPerSecond = 60

/** Watches everything that arrives on a connection, before it has joined too, and ends it when that is too much. */
export function createConnectionGuard(
  { env, log }: Pick<AppContext, 'env' | 'log'>,
  addressOf: (c: Connection) => string,
) {
  const states = new WeakMap<Connection, ConnectionState>()

  function watch(connection: Connection) {
    states.set(connection, { admission: 'none', refusedJoins: 0, packets: 0, windowStart: performance.now() })
    connection.on('packet', ({ data }: { data?: unknown }) => {
      if (countPacket(states.get(connection)!) >= maxPacketsPerSecond && env.rateLimitsEnabled) {
        return end(connection, 'too_many_packets')
      }
      // Socket.IO answers these itself, without a middleware.
      if (isJoinOfOtherNamespace(data)) countRefusedJoin(connection)
    })
  }

  function countPacket(state: ConnectionState): number {
    const now = performance.now()
    if (now - state.windowStart >= 1000) [state.packets, state.windowStart] = [0, now]
    return ++state.packets
  }

  /** A connection has one socket. @returns false, and ends the connection, if it already has one or is getting one */
  function beginAdmission(connection: Connection): boolean {
    const state = states.get(connection)!
    if (state.admission !== 'none') {
      end(connection, 'joined_twice')
      return false
    }
    state.admission = 'pending'
    return true
  }

  function finishAdmission(connection: Connection, isAdmitted: boolean) {
    states.get(connection)!.admission = isAdmitted ? 'done' : 'none'
    if (!isAdmitted) countRefusedJoin(connection)
  }

  function countRefusedJoin(connection: Connection) {
    const state = states.get(connection)!
    state.refusedJoins += 1
    if (state.refusedJoins > maxRefusedJoins) return end(connection, 'too_many_joins')
    if (state.refusedJoins < maxRefusedJoins) return
    // The last refusal is still sent, and no other join is begun.
    state.admission = 'done'
    setImmediate(() => end(connection, 'too_many_joins'))
  }

  function end(connection: Connection, error: string) {
    if (connection.readyState === 'closed') return
    log.warn({ event: 'socket.refused', ip: addressOf(connection), error }, 'socket connection ended')
    connection.close(true)
    // Closing waits for the other side, which could go on sending meanwhile.
    connection.request.socket.destroy()
  }

  return { watch, beginAdmission, finishAdmission }
}

/** The data of a message starts with the type of the Socket.IO packet, 0 for CONNECT, and its namespace unless it is `/`. */
const isJoinOfOtherNamespace = (data: unknown) => typeof data === 'string' && /^0\/[^,]/.test(data)
