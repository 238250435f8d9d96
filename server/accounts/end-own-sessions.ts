import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import { sessions } from '../../drizzle/schema.ts'
import { notFound, unprocessable } from '../../shared/api-error.ts'
import type { Identity } from '../auth/identify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endSession } from './end-session.ts'

/**
 * Logs the user out on another device, or on all others; their sockets close with the commit.
 * @returns how many sessions ended
 * @throws 422 for the current session; 404 for one that has ended or is someone else's
 */
export async function endOwnSessions(ctx: MutationContext, me: Identity, sessionId?: string): Promise<number> {
  if (sessionId === me.sessionId) throw unprocessable('current_session', 'To end this session, log out.')
  const ending = await ctx.tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, me.user.id),
        sessionId === undefined ? ne(sessions.id, me.sessionId) : eq(sessions.id, sessionId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, ctx.now),
      ),
    )
  if (sessionId !== undefined && ending.length === 0) throw notFound('Session not found')
  for (const { id } of ending) await endSession(ctx, id, 'logout')
  return ending.length
}
