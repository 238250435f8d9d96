import { users } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/refusal.ts'
import { recordActivity } from '../activity/record.ts'
import type { Change } from '../stream/change.ts'
import { openSession } from './open-session.ts'
import { tellNewcomer } from './tell-staff.ts'

type New = { email: string; passwordHash: string; firstName: string; lastName: string }

/** Opens an account and signs in. @throws 409 when the e-mail is taken. */
export async function register(making: Change, person: New, userAgent: string) {
  const [user] = await making.tx.insert(users).values(person).onConflictDoNothing().returning()
  if (!user) throw conflict('email_taken', 'An account with this email already exists')
  await recordActivity(making, user.id, 'login', 'Opened an account')
  tellNewcomer(making, user)
  return { user, tokens: await openSession(making, user, userAgent) }
}
