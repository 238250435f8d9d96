import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import type { User } from '../../shared/accounts.ts'
import { unacceptable } from '../../shared/refusal.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/transactions.ts'
import { passwordChangedLetter } from '../mail/letters.ts'
import type { Change } from '../stream/change.ts'
import { endOthers } from './end-session.ts'
import { voidLinks } from './mail-links.ts'
import { passwordFits } from './passwords.ts'
import { presentUser } from './present.ts'

/** @throws 422 when it is not the present password */
export async function checkPresentPassword(db: Db, userId: string, password: string) {
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  if (!(await passwordFits(password, user?.hash))) throw unacceptable('wrong_password', 'Current password is incorrect')
}

/** Sets a new password; every other session of this person ends, and no link sent before opens anything. */
export async function changePassword(
  making: Change,
  { userId, sessionId }: { userId: string; sessionId: string },
  passwordHash: string,
): Promise<User> {
  const { tx } = making
  const [user] = await tx
    .update(users)
    .set({ passwordHash, updatedAt: new Date() })
    .where(eq(users.id, userId))
    .returning()
  await endOthers(making, userId, sessionId)
  await voidLinks(making, userId)
  await recordActivity(making, userId, 'profile_update', 'Changed the password')
  making.mail(passwordChangedLetter(user!.email, making.env.publicUrl))
  return presentUser(user!)
}
