import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import { sessions } from '../../drizzle/schema.ts'
import type { OwnSession } from '../../shared/profile-calls.ts'
import { notFound, unacceptable } from '../../shared/refusal.ts'
import type { Db } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { endSession } from './end-session.ts'
import type { Identity } from './identify.ts'
import { readSessions } from './read-sessions.ts'

/** Where somebody is signed in, the newest first, and which of them asks. */
export async function readOwnSessions(db: Db, { user, sessionId }: Identity): Promise<OwnSession[]> {
  const open = await readSessions(db, user.id)
  return open.map((session) => ({ ...session, current: session._id === sessionId }))
}

/**
 * Signs somebody out on another device of theirs, or on all others: their sockets are closed with the commit.
 * @returns how many ended
 * @throws 422 for the session that asks, 404 for one that is over or somebody else's
 */
export async function endOwnSessions(making: Change, me: Identity, sessionId?: string): Promise<number> {
  if (sessionId === me.sessionId) throw unacceptable('current_session', 'To end this session, log out.')
  const ending = await making.tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, me.user.id),
        sessionId === undefined ? ne(sessions.id, me.sessionId) : eq(sessions.id, sessionId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, new Date()),
      ),
    )
  if (sessionId !== undefined && ending.length === 0) throw notFound('Session not found')
  for (const { id } of ending) await endSession(making, id, 'logout')
  return ending.length
}
