import { and, eq, gt, isNotNull, isNull, min, ne, or } from 'drizzle-orm'
import { refreshTokens, sessions, users } from '../../drizzle/schema.ts'
import { hashToken } from '../auth/tokens.ts'
import { forUpdate } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endSession } from './end-session.ts'
import { issueAccessToken, issueRefreshToken } from './open-session.ts'

/** How long a token is still accepted after another one of the session has taken its place. */
const gracePeriodMs = 10_000

/**
 * Exchanges a refresh token for its successor. A token may be exchanged again after a lost response, which makes
 * siblings. Once a successor or a sibling of a token has been used, the session goes on from there: within the grace
 * period, for tabs that refresh at the same time, the token gets an access token only, and after that it counts as
 * stolen and the session ends. So of siblings at most one is ever exchanged, and a copy can't lead a life of its own
 * (docs/security.md).
 * @param onReuse is called with the id of the user whose token counts as stolen
 * @returns null when the token is unknown, expired or stolen, or its session has ended; `refresh` is null when the
 *   browser keeps the cookie it has
 */
export async function refreshSession(ctx: MutationContext, token: string, onReuse: (userId: string) => void) {
  const { tx, now } = ctx
  const hash = hashToken(token)
  const [found] = await forUpdate(
    tx
      .select({ token: refreshTokens, session: sessions, user: users })
      .from(refreshTokens)
      .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(refreshTokens.hash, hash), gt(refreshTokens.expiresAt, now), isNull(sessions.endedAt))),
  )
  if (!found) return null
  const { session, user } = found
  const replacedAt = await findReplacement(ctx, found.token)
  if (replacedAt === null) {
    if (!found.token.usedAt) await tx.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.hash, hash))
    return { user, access: await issueAccessToken(ctx, session), refresh: await issueRefreshToken(ctx, session, hash) }
  }
  if (now.getTime() - replacedAt.getTime() <= gracePeriodMs) {
    return { user, access: await issueAccessToken(ctx, session), refresh: null }
  }
  await endSession(ctx, session.id, 'reuse')
  onReuse(user.id)
  return null
}

/** When a successor or a sibling of a token was first used; null if none was. */
async function findReplacement(
  { tx }: MutationContext,
  { hash, parent }: typeof refreshTokens.$inferSelect,
): Promise<Date | null> {
  const isSibling = parent === null ? undefined : and(eq(refreshTokens.parent, parent), ne(refreshTokens.hash, hash))
  const [found] = await tx
    .select({ firstUsedAt: min(refreshTokens.usedAt) })
    .from(refreshTokens)
    .where(and(or(eq(refreshTokens.parent, hash), isSibling), isNotNull(refreshTokens.usedAt)))
  return found?.firstUsedAt ?? null
}

/** The id of a refresh token's session, for logging out without an access token. */
export async function findSessionByRefreshToken({ tx }: MutationContext, token: string): Promise<string | null> {
  const [found] = await tx
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashToken(token)))
  return found?.id ?? null
}
