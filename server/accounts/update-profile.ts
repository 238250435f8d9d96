import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import type { User } from '../../shared/accounts.ts'
import type { Profile } from '../../shared/profile-calls.ts'
import { conflict } from '../../shared/refusal.ts'
import { recordActivity } from '../activity/record.ts'
import type { Tx } from '../db/transactions.ts'
import { confirmEmailLetter, emailChangeAskedLetter } from '../mail/letters.ts'
import type { Change } from '../stream/change.ts'
import { createLink } from './mail-links.ts'
import { presentUser } from './present.ts'
import { tellProfile } from './tell-staff.ts'

/**
 * Changes name and phone at once; a new address gets a link, and counts once that is opened.
 * @throws 409 when another account has that address
 */
export async function updateProfile(
  making: Change,
  { id, email }: { id: string; email: string },
  { firstName, lastName, phone, email: wanted }: Profile,
): Promise<User> {
  const { tx, tell } = making
  const [row] = await tx
    .update(users)
    .set({ firstName, lastName, phone, updatedAt: new Date() })
    .where(eq(users.id, id))
    .returning()
  if (wanted !== email) await askToConfirm(making, { id, email }, wanted)
  await recordActivity(making, id, 'profile_update', 'Updated the profile')
  const user = presentUser(row!)
  tell(`user:${id}`, { type: 'user.changed', data: { user } })
  tellProfile(making, row!)
  return user
}

async function askToConfirm(making: Change, { id, email }: { id: string; email: string }, wanted: string) {
  await refuseTaken(making.tx, wanted)
  const token = await createLink(making, id, { purpose: 'email', email: wanted })
  const { publicUrl } = making.env
  making.mail(confirmEmailLetter(wanted, publicUrl, token))
  making.mail(emailChangeAskedLetter(email, publicUrl))
}

/** @throws 409 */
export async function refuseTaken(tx: Tx, email: string) {
  const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (taken) throw emailTaken()
}

export const emailTaken = () => conflict('email_taken', 'An account with this email already exists')
