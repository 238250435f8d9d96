import { and, inArray, isNotNull } from 'drizzle-orm'
import { dialect } from '../../drizzle/kit.ts'
import { sessions } from '../../drizzle/schema.ts'
import type { AppContext } from '../app-context.ts'
import { repeat } from '../events/repeat.ts'
import type { SocketSessions } from './socket-sessions.ts'
import type { AppServer } from './typed-socket.ts'

const sweepIntervalMs = 4000
const batchSize = 1000

/**
 * Disconnects the sockets of sessions that another process has ended, in case its message was lost. A SQLite file has
 * one process, which ends all sessions itself.
 * @returns a function that stops it
 */
export function sweepSessions(
  { db, log }: AppContext,
  io: AppServer,
  { disconnectSession }: SocketSessions,
): () => void {
  if (dialect === 'sqlite') return () => {}
  const onError = (error: unknown) => log.warn({ err: error }, 'ended sessions could not be read')

  async function sweep() {
    const connected = new Set<string>()
    for (const { data } of io.sockets.sockets.values()) if (data.identity) connected.add(data.identity.sessionId)
    const ids = [...connected]
    for (let i = 0; i < ids.length; i += batchSize) {
      const ended = await db
        .select({ id: sessions.id, reason: sessions.endReason })
        .from(sessions)
        .where(and(inArray(sessions.id, ids.slice(i, i + batchSize)), isNotNull(sessions.endedAt)))
      for (const { id, reason } of ended) disconnectSession(id, reason ?? 'logout')
    }
  }
  return repeat(sweepIntervalMs, sweep, onError)
}
