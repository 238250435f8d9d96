import { and, eq, inArray, isNull } from 'drizzle-orm'
import { sessions, users } from '../../drizzle/schema.ts'
import type { Store } from '../store.ts'
import type { StoreSocket } from './sockets.ts'

/** How often it is looked whether staff still are, in milliseconds. */
const pause = 500

/**
 * Ends the sockets of those who are no longer staff, or whose session is over. A role is taken on the command line, by a
 * process that can tell nobody. Returns how to stop.
 */
export function watchRoles({ db, log }: Store, staff: () => StoreSocket[], end: (socket: StoreSocket) => void) {
  async function look() {
    const watched = staff()
    if (watched.length === 0) return
    const ids = watched.map((socket) => socket.data.identity!.sessionId)
    const rows = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(inArray(sessions.id, ids), isNull(sessions.endedAt), eq(users.isAdmin, true)))
    const still = new Set(rows.map(({ id }) => id))
    for (const socket of watched) if (!still.has(socket.data.identity!.sessionId)) end(socket)
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.error({ err: error }, 'the roles of staff could not be looked up'))
  }, pause)
  timer.unref()
  return () => clearInterval(timer)
}
