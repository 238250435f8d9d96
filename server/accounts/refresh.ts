import { and, eq, gt, isNotNull, isNull, min } from 'drizzle-orm'
import { refreshTokens, sessions, users } from '../../drizzle/schema.ts'
import { locking } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { endSession } from './end-session.ts'
import { hashToken } from './identify.ts'
import { issueTokens } from './open-session.ts'

/** How long a rotated token is still taken after its successor was first used, in milliseconds. */
const grace = 10_000

/**
 * Exchanges a refresh token for its successor. One that was exchanged before is taken for lost answers and
 * tabs that refresh together; after the grace it counts as stolen, and the whole session ends.
 * @param reused hears whose token it was that counts as stolen
 * @returns null when the token is good for nothing
 */
export async function refresh(making: Change, token: string, reused: (userId: string) => void) {
  const { tx } = making
  const hash = hashToken(token)
  const now = new Date()
  const [found] = await locking(
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
  } else if (await stolen(making, hash, now)) {
    await endSession(making, found.session.id, 'reuse')
    reused(found.user.id)
    return null
  }
  return { user: found.user, tokens: await issueTokens(making, found.session, hash) }
}

async function stolen({ tx }: Change, hash: string, now: Date): Promise<boolean> {
  const [successor] = await tx
    .select({ firstUsed: min(refreshTokens.usedAt) })
    .from(refreshTokens)
    .where(and(eq(refreshTokens.parent, hash), isNotNull(refreshTokens.usedAt)))
  return Boolean(successor?.firstUsed) && now.getTime() - successor!.firstUsed!.getTime() > grace
}

/** The session that a refresh token belongs to, for signing out without an access token. */
export async function sessionOf({ tx }: Change, token: string): Promise<string | null> {
  const [found] = await tx
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashToken(token)))
  return found?.id ?? null
}
