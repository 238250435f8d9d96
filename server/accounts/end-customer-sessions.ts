import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import { endSession } from '../accounts/end-session.ts'
import { readSessions } from '../accounts/read-sessions.ts'
import { recordAction } from '../activity/audit.ts'
import type { Change } from '../stream/change.ts'

/**
 * Signs somebody out on one device, or on all of them: their sockets are closed with the commit.
 * @throws 404 when there is no such customer, or no such session of theirs
 */
export async function endSessions(making: Change, staff: { id: string }, userId: string, sessionId?: string) {
  const { tx, tell } = making
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!user) throw notFound('Customer not found')
  const open = await readSessions(tx, userId)
  const ending = sessionId === undefined ? open : open.filter(({ _id }) => _id === sessionId)
  if (sessionId !== undefined && ending.length === 0) throw notFound('Session not found')
  for (const { _id } of ending) await endSession(making, _id, 'staff')
  if (ending.length === 0) return 0
  await recordAction(making, {
    actorId: staff.id,
    action: 'customer.end-sessions',
    subject: 'customer',
    subjectId: userId,
    before: { sessions: open.length },
    after: { sessions: open.length - ending.length },
  })
  tell('staff', { type: 'customer.sessions', data: { userId, sessions: await readSessions(tx, userId) } })
  return ending.length
}
