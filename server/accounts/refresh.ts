import { and, eq, gt, isNotNull, isNull, min } from 'drizzle-orm'
import { refreshTokens, sessions, users } from '../../drizzle/schema.ts'
import { hashToken } from '../auth/tokens.ts'
import { forUpdate } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endSession } from './end-session.ts'
import { issueTokens } from './open-session.ts'

/** How long a rotated token is still accepted after its successor was first used. */
const gracePeriodMs = 10_000

/**
 * Exchanges a refresh token for its successor. A token may be exchanged again after a lost response or by tabs that
 * refresh at the same time; after the grace period it counts as stolen, and the session ends (docs/security.md).
 * @param onReuse is called with the id of the user whose token counts as stolen
 * @returns null when the token is unknown, expired or stolen, or its session has ended
 */
export async function refreshSession(ctx: MutationContext, token: string, onReuse: (userId: string) => void) {
  const { tx } = ctx
  const hash = hashToken(token)
  const now = ctx.now
  const [found] = await forUpdate(
    tx
      .select({ token: refreshTokens, session: sessions, user: users })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(refreshTokens.hash, hash), gt(refreshTokens.expiresAt, now), isNull(sessions.endedAt))),
  )
  if (!found) return null
  if (found.token.usedAt === null) {
    await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.hash, hash))
  } else if (await isStolen(ctx, hash, now)) {
    await endSession(ctx, found.session.id, 'reuse')
    onReuse(found.user.id)
    return null
  }
  return { user: found.user, tokens: await issueTokens(ctx, found.session, hash) }
}

async function isStolen({ tx }: MutationContext, hash: string, now: Date): Promise<boolean> {
  const [successors] = await tx
    .select({ firstUsedAt: min(refreshTokens.usedAt) })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.parent, hash), isNotNull(refreshTokens.usedAt)))
  const firstUsedAt = successors?.firstUsedAt
  return Boolean(firstUsedAt) && now.getTime() - firstUsedAt!.getTime() > gracePeriodMs
}

/** The id of a refresh token's session, for logging out without an access token. */
export async function findSessionByRefreshToken({ tx }: MutationContext, token: string): Promise<string | null> {
  const [found] = await tx
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashToken(token)))
  return found?.id ?? null
}
