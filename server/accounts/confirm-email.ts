import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { onDuplicate } from '../db/errors.ts'
import { forUpdate } from '../db/transactions.ts'
import { emailChangedTemplate } from '../mail/email-templates.ts'
import type { MutationContext } from '../events/mutation.ts'
import { consumeLink, revokeLinks } from './email-links.ts'
import { presentUser } from './present.ts'
import { publishProfile } from './publish-customer.ts'
import { updateSearchText } from './search-columns.ts'
import { assertEmailAvailable, emailTaken } from './update-profile.ts'

/**
 * Changes the user's address to the one the link was sent to, notifies the old address and revokes every link emailed
 * before (docs/security.md).
 * @throws 422 when the link was used or has expired; 409 when another account has the address by now
 */
export async function confirmEmail(ctx: MutationContext, token: string) {
  const { tx, publish } = ctx
  const { userId, email } = await consumeLink(ctx, token, 'email')
  await assertEmailAvailable(tx, email!)
  const [previous] = await forUpdate(tx.select({ email: users.email }).from(users).where(eq(users.id, userId)))
  // Someone may register with the address at the same moment.
  const [user] = await onDuplicate(
    tx.update(users).set({ email: email!, updatedAt: ctx.now }).where(eq(users.id, userId)).returning(),
    emailTaken,
  )
  await updateSearchText(tx, user!)
  await revokeLinks(ctx, userId)
  await recordActivity(ctx, userId, 'profile_update', 'Changed the email address')
  publish(`user:${userId}`, { type: 'user.changed', data: { user: presentUser(user!) } })
  publishProfile(ctx, user!)
  ctx.mail(emailChangedTemplate(previous!.email, ctx.env.publicUrl))
}
