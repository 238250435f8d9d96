import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import type { User } from '../../shared/accounts/schema.ts'
import type { Profile } from '../../shared/accounts/profile-schema.ts'
import { conflict } from '../../shared/api-error.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Tx } from '../db/transactions.ts'
import { confirmEmailTemplate, emailChangeRequestedTemplate } from '../mail/email-templates.ts'
import type { MutationContext } from '../events/mutation.ts'
import { createLink } from './email-links.ts'
import { presentUser } from './present.ts'
import { publishProfile } from './publish-customer.ts'
import { updateSearchText } from './search-columns.ts'

/**
 * Changes name and phone number at once; a new email address takes effect when the link sent to it is opened.
 * @throws 409 when another account has the new address
 */
export async function updateProfile(
  ctx: MutationContext,
  { id, email }: { id: string; email: string },
  { firstName, lastName, phone, email: newEmail }: Profile,
): Promise<User> {
  const { tx, publish } = ctx
  const [row] = await tx
    .update(users)
    .set({ firstName, lastName, phone, updatedAt: ctx.now })
    .where(eq(users.id, id))
    .returning()
  await updateSearchText(tx, row!)
  if (newEmail !== email) await requestEmailChange(ctx, { id, email }, newEmail)
  await recordActivity(ctx, id, 'profile_update', 'Updated the profile')
  const user = presentUser(row!)
  publish(`user:${id}`, { type: 'user.changed', data: { user } })
  publishProfile(ctx, row!)
  return user
}

async function requestEmailChange(
  ctx: MutationContext,
  { id, email }: { id: string; email: string },
  newEmail: string,
) {
  await assertEmailAvailable(ctx.tx, newEmail)
  const token = await createLink(ctx, id, { purpose: 'email', email: newEmail })
  const { publicUrl } = ctx.env
  ctx.mail(confirmEmailTemplate(newEmail, publicUrl, token))
  ctx.mail(emailChangeRequestedTemplate(email, publicUrl))
}

/** @throws 409 when an account has the address */
export async function assertEmailAvailable(tx: Tx, email: string) {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (user) throw emailTaken()
}

export const emailTaken = () => conflict('email_taken', 'An account with this email already exists')
