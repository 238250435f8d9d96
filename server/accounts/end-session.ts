import { and, desc, eq, gt, inArray, isNull, ne, type SQL } from 'drizzle-orm'
import { accessTokens, sessions } from '../../drizzle/schema.ts'
import type { MutationContext } from '../events/mutation.ts'

type EndReason = NonNullable<typeof sessions.$inferInsert.endReason>

/** Per statement. */
const maxParameters = 5000

/** Ends a session, if it is open: its tokens are rejected from now on, and its sockets close with the commit. */
export const endSession = (ctx: MutationContext, sessionId: string, reason: EndReason) =>
  end(ctx, eq(sessions.id, sessionId), reason)

/**
 * Ends a user's open sessions, in one statement however many there are.
 * @param selection one session, all except one, or (without it) all
 * @returns how many ended
 */
export function endSessions(
  ctx: MutationContext,
  userId: string,
  reason: EndReason,
  selection: { only?: string | undefined; except?: string } = {},
): Promise<number> {
  const { only, except } = selection
  const selected = and(
    eq(sessions.userId, userId),
    only === undefined ? undefined : eq(sessions.id, only),
    except === undefined ? undefined : ne(sessions.id, except),
    gt(sessions.expiresAt, ctx.now),
  )!
  return end(ctx, selected, reason)
}

/** Ends all of a user's sessions but this one, after the password or the second factor changed. */
export const endOtherSessions = (ctx: MutationContext, userId: string, sessionId: string) =>
  endSessions(ctx, userId, 'password', { except: sessionId })

/** Ends the user's oldest sessions if more than `max` are open. */
export async function endOldestSessions(ctx: MutationContext, userId: string, max: number) {
  const open = and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, ctx.now))
  const oldest = ctx.tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(open)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    // SQLite accepts an offset only after a limit.
    .limit(1_000_000)
    .offset(max)
  await end(ctx, and(eq(sessions.userId, userId), inArray(sessions.id, oldest))!, 'logout')
}

async function end(ctx: MutationContext, selected: SQL, reason: EndReason): Promise<number> {
  const { tx } = ctx
  const ended = await tx
    .update(sessions)
    .set({ endedAt: ctx.now, endReason: reason })
    .where(and(selected, isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  if (ended.length === 0) return 0
  const sessionIds = ended.map(({ id }) => id)
  for (let i = 0; i < sessionIds.length; i += maxParameters) {
    await tx.delete(accessTokens).where(inArray(accessTokens.sessionId, sessionIds.slice(i, i + maxParameters)))
  }
  ctx.endSessions({ sessionIds, reason })
  return ended.length
}
