import { and, eq, inArray, isNull } from 'drizzle-orm'
import { sessions, users } from '../../drizzle/schema.ts'
import type { AppContext } from '../app-context.ts'
import { type AppServer, socketsIn } from './typed-socket.ts'
import type { SocketSessions } from './socket-sessions.ts'

const pollIntervalMs = 500

/**
 * Disconnects the sockets of users who have lost their staff role or whose session has ended. It polls, because roles
 * are changed on the command line, by another process.
 * @returns a function that stops it
 */
export function disconnectRevokedStaff({ db, log }: AppContext, io: AppServer, { disconnect }: SocketSessions) {
  async function disconnectRevoked() {
    const sockets = socketsIn(io, 'staff')
    if (sockets.length === 0) return
    const ids = sockets.map((socket) => socket.data.identity!.sessionId)
    const rows = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(inArray(sessions.id, ids), isNull(sessions.endedAt), eq(users.isAdmin, true)))
    const validIds = new Set(rows.map(({ id }) => id))
    for (const socket of sockets) {
      if (!validIds.has(socket.data.identity!.sessionId)) disconnect(socket, 'role')
    }
  }
  const timer = setInterval(() => {
    disconnectRevoked().catch((error: unknown) => log.error({ err: error }, 'staff roles could not be checked'))
  }, pollIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
