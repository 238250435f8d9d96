import { and, eq, isNull } from 'drizzle-orm'
import { refreshTokens, sessions } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'
import { endSession } from './end-session.ts'
import { hashToken } from './identify.ts'

/** Who signs in again in the same browser leaves no session behind, which nobody there could end any more. */
export async function leaveBehind(making: Change, userId: string, refreshToken: string | null) {
  if (!refreshToken) return
  const [before] = await making.tx
    .select({ id: sessions.id })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(and(eq(refreshTokens.hash, hashToken(refreshToken)), eq(sessions.userId, userId), isNull(sessions.endedAt)))
  if (before) await endSession(making, before.id, 'logout')
}
