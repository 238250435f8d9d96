import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import type { User } from '../../shared/accounts/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Db } from '../db/transactions.ts'
import { passwordChangedTemplate } from '../mail/email-templates.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endOtherSessions } from './end-session.ts'
import { revokeLinks } from './email-links.ts'
import { verifyPassword } from './passwords.ts'
import { presentUser } from './present.ts'

/** @throws 422 unless it is the user's current password */
export async function verifyCurrentPassword(db: Db, userId: string, password: string) {
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  if (!(await verifyPassword(password, user?.hash)))
    throw unprocessable('wrong_password', 'Current password is incorrect')
}

/** Sets a new password, ends the user's other sessions and revokes every link emailed before. */
export async function changePassword(
  ctx: MutationContext,
  { userId, sessionId }: { userId: string; sessionId: string },
  passwordHash: string,
): Promise<User> {
  const { tx } = ctx
  const [user] = await tx
    .update(users)
    .set({ passwordHash, updatedAt: ctx.now })
    .where(eq(users.id, userId))
    .returning()
  await endOtherSessions(ctx, userId, sessionId)
  await revokeLinks(ctx, userId)
  await recordActivity(ctx, userId, 'profile_update', 'Changed the password')
  ctx.mail(passwordChangedTemplate(user!.email, ctx.env.publicUrl))
  return presentUser(user!)
}
