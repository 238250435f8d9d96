import { and, eq, inArray, isNull } from 'drizzle-orm'
import { accessTokens, secondFactors, sessions, users } from '../../drizzle/schema.ts'
import { appendToAudit } from '../audit/record-action.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { deleteRecoveryCodes } from './recovery-codes.ts'

/*
 * For the command line. It publishes no events, because the running app alone numbers them; the app notices a changed
 * role and ended sessions itself (docs/security.md). The audit log has them as acts of the command line.
 */

/**
 * Grants or revokes the staff role and ends all of the user's sessions.
 * @returns false when no account has this email address
 */
export const setRole = (db: Db, email: string, isAdmin: boolean): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await findByEmail(tx, email)
    if (!before) return false
    const now = new Date()
    await tx.update(users).set({ isAdmin, updatedAt: now }).where(eq(users.id, before.id))
    await endAllSessions(tx, before.id, now)
    await appendToAudit(tx, now, {
      actorId: null,
      action: isAdmin ? 'staff.add' : 'staff.remove',
      subject: 'staff',
      subjectId: before.id,
      before: { isAdmin: before.isAdmin },
      after: { isAdmin },
    })
    return true
  })

/**
 * Turns off a user's second factor and ends all of their sessions, for staff who have lost device and recovery codes.
 * @returns 'none' when the user has no second factor, null when no account has this email address
 */
export const resetSecondFactorByCommand = (db: Db, email: string): Promise<'reset' | 'none' | null> =>
  db.transaction(async (tx) => {
    const user = await findByEmail(tx, email)
    if (!user) return null
    const removed = await tx.delete(secondFactors).where(eq(secondFactors.userId, user.id)).returning()
    if (removed.length === 0) return 'none'
    const now = new Date()
    await deleteRecoveryCodes(tx, user.id)
    await endAllSessions(tx, user.id, now)
    await appendToAudit(tx, now, {
      actorId: null,
      action: 'second_factor.reset',
      subject: 'staff',
      subjectId: user.id,
    })
    return 'reset'
  })

async function findByEmail(tx: Tx, email: string) {
  const [user] = await tx
    .select({ id: users.id, isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.email, email.trim().toLowerCase()))
  return user
}

async function endAllSessions(tx: Tx, userId: string, now: Date) {
  const userSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
  await tx.delete(accessTokens).where(inArray(accessTokens.sessionId, userSessions))
  await tx
    .update(sessions)
    .set({ endedAt: now, endReason: 'role' })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
}
