import type { Signal } from '../../shared/stream.ts'
import type { AppContext } from '../app-context.ts'
import { type Identity, isSessionOpen } from '../auth/identify.ts'
import { type AppServer, type AppSocket, socketsIn } from './typed-socket.ts'

type EndReason = Extract<Signal, { type: 'session.ended' }>['data']['reason']

/** The longest delay of a timer; it fires at once beyond. */
const maxTimerMs = 2 ** 31 - 1

/** Ties sockets to the sessions that opened them, and disconnects them when those end. */
export function createSocketSessions({ bus, db }: AppContext, io: AppServer) {
  bus.subscribe('session-ended', ({ sessionIds, reason }) => {
    for (const sessionId of sessionIds) disconnectSession(sessionId, reason)
  })

  /** @returns false if the socket's session has ended */
  async function open(socket: AppSocket, identity: Identity): Promise<boolean> {
    void socket.join([`session:${identity.sessionId}`, `sockets:${identity.user.id}`])
    disconnectAtExpiry(socket, identity)
    // Between the handshake and the joining of the room, the session's end wouldn't reach this socket.
    if (!(await isSessionOpen(db, identity.sessionId))) {
      disconnect(socket, 'logout')
      return false
    }
    return true
  }

  /** Continues with the session of a newer token. */
  function renew(socket: AppSocket, identity: Identity) {
    const previous = socket.data.identity!
    // Stream access is granted for the role at connect time.
    if (identity.user.isAdmin !== previous.user.isAdmin) return disconnect(socket, 'role')
    void socket.leave(`session:${previous.sessionId}`)
    void socket.join(`session:${identity.sessionId}`)
    socket.data.identity = identity
    disconnectAtExpiry(socket, identity)
  }

  function disconnectAtExpiry(socket: AppSocket, { expiresAt }: Identity) {
    clearTimeout(socket.data.expiryTimer)
    const delayMs = Math.min(expiresAt.getTime() - Date.now(), maxTimerMs)
    socket.data.expiryTimer = setTimeout(() => disconnect(socket, 'expired'), delayMs).unref()
  }

  function disconnectSession(sessionId: string, reason: EndReason) {
    for (const socket of socketsIn(io, `session:${sessionId}`)) disconnect(socket, reason)
  }

  function disconnect(socket: AppSocket, reason: EndReason) {
    socket.emit('session.ended', { reason })
    socket.disconnect(true)
  }

  return { open, renew, disconnect, disconnectSession }
}

export type SocketSessions = ReturnType<typeof createSocketSessions>
