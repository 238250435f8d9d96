import { and, eq, isNull } from 'drizzle-orm'
import { accessTokens, sessions } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'

type Reason = NonNullable<typeof sessions.$inferInsert.endReason>

/** Ends a session at once: no token of it is taken any more, and its sockets are closed. */
export async function endSession({ tx, ends }: Change, sessionId: string, reason: Reason) {
  const [ended] = await tx
    .update(sessions)
    .set({ endedAt: new Date(), endReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  if (!ended) return
  await tx.delete(accessTokens).where(eq(accessTokens.sessionId, sessionId))
  ends({ sessionId, reason })
}
