import { and, eq, inArray, isNull } from 'drizzle-orm'
import { accessTokens, sessions, users } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'

/**
 * Makes somebody staff, or a customer again, and ends all their sessions. For the command line, beside a store that may
 * be running: it writes no events, whose numbers that store alone gives, and the store sees for itself whose role is gone.
 * @returns false when there is nobody with that e-mail
 */
export async function setRole(db: Db, email: string, isAdmin: boolean): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ isAdmin, updatedAt: new Date() })
      .where(eq(users.email, email.trim().toLowerCase()))
      .returning({ id: users.id })
    if (!user) return false
    const open = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id))
    await tx.delete(accessTokens).where(inArray(accessTokens.sessionId, open))
    await tx
      .update(sessions)
      .set({ endedAt: new Date(), endReason: 'role' })
      .where(and(eq(sessions.userId, user.id), isNull(sessions.endedAt)))
    return true
  })
}
