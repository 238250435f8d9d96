import { notFound, unprocessable } from '../../shared/api-error.ts'
import type { Identity } from '../auth/identify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endSessions } from './end-session.ts'

/**
 * Logs the user out on another device, or on all others; their sockets close with the commit.
 * @returns how many sessions ended
 * @throws 422 for the current session; 404 for one that has ended or is someone else's
 */
export async function endOwnSessions(ctx: MutationContext, me: Identity, sessionId?: string): Promise<number> {
  if (sessionId === me.sessionId) throw unprocessable('current_session', 'To end this session, log out.')
  const ended = await endSessions(ctx, me.user.id, 'logout', { only: sessionId, except: me.sessionId })
  if (sessionId !== undefined && ended === 0) throw notFound('Session not found')
  return ended
}
