import { eq, sql } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { Refusal } from '../../shared/refusal.ts'
import { recordActivity } from '../activity/record.ts'
import { type Db, prepared } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { openSession } from './open-session.ts'
import { passwordFits } from './passwords.ts'

const byEmail = prepared('user_by_email', (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.email, sql.placeholder('email'))),
)

/** The account that e-mail and password fit. @throws 401, the same and as late for either being wrong. */
export async function checkPassword(db: Db, email: string, password: string) {
  const [user] = await byEmail(db, { email })
  if (!(await passwordFits(password, user?.passwordHash))) {
    // Whose account it was is for the log alone: no answer has it.
    throw Object.assign(new Refusal(401, 'wrong_credentials', 'Invalid email or password'), { userId: user?.id })
  }
  return user!
}

export async function signIn(making: Change, user: { id: string; isAdmin: boolean }, userAgent: string) {
  await recordActivity(making, user.id, 'login', 'Logged in')
  return openSession(making, user, userAgent)
}
