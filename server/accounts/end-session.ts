import { and, eq, isNull, ne } from 'drizzle-orm'
import { accessTokens, sessions } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'

type Reason = NonNullable<typeof sessions.$inferInsert.endReason>

/** Ends a session at once: no token of it is taken any more, and its sockets are closed. */
export async function endSession({ tx, tell, ends }: Change, sessionId: string, reason: Reason) {
  const [ended] = await tx
    .update(sessions)
    .set({ endedAt: new Date(), endReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ userId: sessions.userId })
  if (!ended) return
  await tx.delete(accessTokens).where(eq(accessTokens.sessionId, sessionId))
  ends({ sessionId, reason })
  // Of those that staff end, they are told what is left.
  if (reason === 'staff') return
  tell('staff', { type: 'customer.session.ended', data: { userId: ended.userId, _id: sessionId } })
}

/** Ends all sessions of a person but the one that goes on: how one gets in is another way by now. */
export async function endOthers(making: Change, userId: string, sessionId: string) {
  const others = await making.tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isNull(sessions.endedAt)))
  for (const { id } of others) await endSession(making, id, 'password')
}
