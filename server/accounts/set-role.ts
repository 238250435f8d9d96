import { and, eq, inArray, isNull } from 'drizzle-orm'
import { accessTokens, sessions, users } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'

/**
 * Grants or revokes the staff role and ends all of the user's sessions. For the command line: it publishes no events,
 * because the running app alone numbers them; the app notices the changed role itself (docs/security.md).
 * @returns false when no account has this email address
 */
export async function setRole(db: Db, email: string, isAdmin: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ isAdmin, updatedAt: new Date() })
      .where(eq(users.email, email.trim().toLowerCase()))
      .returning({ id: users.id })
    if (!user) return false
    const userSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id))
    await tx.delete(accessTokens).where(inArray(accessTokens.sessionId, userSessions))
    await tx
      .update(sessions)
      .set({ endedAt: new Date(), endReason: 'role' })
      .where(and(eq(sessions.userId, user.id), isNull(sessions.endedAt)))
    return true
  })
}
