import { and, eq, isNull } from 'drizzle-orm'
import { sessions, users } from '../../drizzle/schema.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/transactions.ts'
import { passwordChangedLetter, resetLetter } from '../mail/letters.ts'
import type { Change } from '../stream/change.ts'
import { endSession } from './end-session.ts'
import { createLink, takeLink, voidLinks } from './mail-links.ts'

/** Sends a link to set a new password with, if there is such an account. */
export async function sendResetLink(making: Change, email: string) {
  const [user] = await making.tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!user) return
  const token = await createLink(making, user.id, { purpose: 'reset' })
  making.mail(resetLetter(email, making.env.publicUrl, token))
}

/** Of an account that there is. */
export async function emailOf(db: Db, userId: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user!.email
}

/** Sets a new password with such a link; every session of this person ends. @throws 422 when the link is over */
export async function resetPassword(making: Change, token: string, passwordHash: string) {
  const { tx } = making
  const { userId } = await takeLink(making, token, 'reset')
  const [user] = await tx
    .update(users)
    .set({ passwordHash, updatedAt: new Date() })
    .where(eq(users.id, userId))
    .returning()
  await voidLinks(making, userId)
  const open = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
  for (const { id } of open) await endSession(making, id, 'password')
  await recordActivity(making, userId, 'profile_update', 'Set a new password')
  making.mail(passwordChangedLetter(user!.email, making.env.publicUrl))
}
