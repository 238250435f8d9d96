import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { type Db, forUpdate } from '../db/transactions.ts'
import { passwordChangedTemplate, resetPasswordTemplate } from '../mail/email-templates.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endSessions } from './end-session.ts'
import { createLink, consumeLink, revokeLinks } from './email-links.ts'

/** The id of the account with this email address; null when there is none. */
export async function findUserId(db: Db, email: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user?.id ?? null
}

/** Emails a link to set a new password. The last three links work, until one of them is used. */
export async function sendResetLink(ctx: MutationContext, userId: string) {
  // Locked, so that two requests at the same time don't leave four links.
  const [user] = await forUpdate(ctx.tx.select({ email: users.email }).from(users).where(eq(users.id, userId)))
  const token = await createLink(ctx, userId, { purpose: 'reset' })
  ctx.mail(resetPasswordTemplate(user!.email, ctx.env.publicUrl, token))
}

/** The email address of an existing user. */
export async function readEmail(db: Db, userId: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user!.email
}

/**
 * Sets a new password with an emailed link, and ends all of the user's sessions.
 * @throws 422 when the link was used or has expired
 */
export async function resetPassword(ctx: MutationContext, token: string, passwordHash: string) {
  const { tx } = ctx
  const { userId } = await consumeLink(ctx, token, 'reset')
  const [user] = await tx
    .update(users)
    .set({ passwordHash, updatedAt: ctx.now })
    .where(eq(users.id, userId))
    .returning()
  await revokeLinks(ctx, userId)
  await endSessions(ctx, userId, 'password')
  await recordActivity(ctx, userId, 'profile_update', 'Set a new password')
  ctx.mail(passwordChangedTemplate(user!.email, ctx.env.publicUrl))
}
