import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endSessions } from './end-session.ts'
import { lockUser } from '../db/lock-user.ts'
import { readSessions } from './read-sessions.ts'

/**
 * Logs a user out on one device, or on all of them; their sockets close with the commit.
 * @returns how many sessions ended
 * @throws 404 when the user doesn't exist, or has no such session
 */
export async function endCustomerSessions(
  ctx: MutationContext,
  staff: { id: string },
  userId: string,
  sessionId?: string,
): Promise<number> {
  const { tx, publish } = ctx
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!user) throw notFound('Customer not found')
  await lockUser(tx, userId)
  const ended = await endSessions(ctx, userId, 'staff', { only: sessionId })
  if (sessionId !== undefined && ended === 0) throw notFound('Session not found')
  if (ended === 0) return 0
  const open = await readSessions(tx, userId)
  publish('staff', { type: 'customer.sessions', data: { userId, sessions: open } })
  await recordAction(ctx, {
    actorId: staff.id,
    action: 'customer.end-sessions',
    subject: 'customer',
    subjectId: userId,
    before: { sessions: open.length + ended },
    after: { sessions: open.length },
  })
  return ended
}
