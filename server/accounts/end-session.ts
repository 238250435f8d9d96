import { and, eq, isNull, ne } from 'drizzle-orm'
import { accessTokens, sessions } from '../../drizzle/schema.ts'
import type { MutationContext } from '../events/mutation.ts'

type EndReason = NonNullable<typeof sessions.$inferInsert.endReason>

/** Ends a session: its tokens are rejected from now on, and its sockets close with the commit. */
export async function endSession(ctx: MutationContext, sessionId: string, reason: EndReason) {
  const { tx } = ctx
  const [ended] = await tx
    .update(sessions)
    .set({ endedAt: ctx.now, endReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  if (!ended) return
  await tx.delete(accessTokens).where(eq(accessTokens.sessionId, sessionId))
  ctx.endSession({ sessionId, reason })
}

/** Ends all of a user's sessions but this one, after the password or the second factor changed. */
export async function endOtherSessions(ctx: MutationContext, userId: string, sessionId: string) {
  const others = await ctx.tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId), isNull(sessions.endedAt)))
  for (const { id } of others) await endSession(ctx, id, 'password')
}
