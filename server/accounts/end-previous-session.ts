import { and, eq, isNull } from 'drizzle-orm'
import { refreshTokens, sessions } from '../../drizzle/schema.ts'
import { hashToken } from '../auth/tokens.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endSession } from './end-session.ts'

/** Logging in replaces the browser's refresh cookie: without this, its previous session could no longer be ended there. */
export async function endPreviousSession(ctx: MutationContext, userId: string, refreshToken: string | null) {
  if (!refreshToken) return
  const [previous] = await ctx.tx
    .select({ id: sessions.id })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(and(eq(refreshTokens.hash, hashToken(refreshToken)), eq(sessions.userId, userId), isNull(sessions.endedAt)))
  if (previous) await endSession(ctx, previous.id, 'logout')
}
