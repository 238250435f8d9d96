import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { recordActivity } from '../activity/record.ts'
import { locking } from '../db/transactions.ts'
import { emailChangedLetter } from '../mail/letters.ts'
import type { Change } from '../stream/change.ts'
import { takeLink, voidLinks } from './mail-links.ts'
import { presentUser } from './present.ts'
import { tellProfile } from './tell-staff.ts'
import { refuseTaken } from './update-profile.ts'

/**
 * Takes the address that a link was sent to. Links sent to the old one open nothing any more.
 * @throws 422 when the link is over, 409 when another account has the address by now
 */
export async function confirmEmail(making: Change, token: string) {
  const { tx, tell } = making
  const { userId, email } = await takeLink(making, token, 'email')
  await refuseTaken(tx, email!)
  const [before] = await locking(tx.select({ email: users.email }).from(users).where(eq(users.id, userId)))
  const [row] = await tx
    .update(users)
    .set({ email: email!, updatedAt: new Date() })
    .where(eq(users.id, userId))
    .returning()
  await voidLinks(making, userId)
  await recordActivity(making, userId, 'profile_update', 'Changed the email address')
  tell(`user:${userId}`, { type: 'user.changed', data: { user: presentUser(row!) } })
  tellProfile(making, row!)
  making.mail(emailChangedLetter(before!.email, making.env.publicUrl))
}
