import { eq, sql } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { ApiError } from '../../shared/api-error.ts'
import { recordActivity } from '../activity/record-activity.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { endPreviousSession } from './end-previous-session.ts'
import { openSession, type Tokens } from './open-session.ts'
import { verifyPassword } from './passwords.ts'
import { requireSecondFactor } from './second-factor.ts'

const findByEmail = prepared('user_by_email', (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.email, sql.placeholder('email'))),
)

/**
 * Finds the account of an email address and password.
 * @throws 401, the same and after the same time for an unknown address and a wrong password
 */
export async function authenticate(db: Db, email: string, password: string) {
  const [user] = await findByEmail(db, { email })
  if (!(await verifyPassword(password, user?.passwordHash))) {
    // The user id is for the log only; no response contains it.
    throw Object.assign(new ApiError(401, 'wrong_credentials', 'Invalid email or password'), { userId: user?.id })
  }
  return user!
}

type Login = {
  /** Of the second factor, if the user has one. */
  code: string | undefined
  /** Replaces the stored hash when that was made at an outdated cost. */
  rehashedPassword: string | null
  /** The refresh token that the browser already had. */
  previousRefreshToken: string | null
  userAgent: string
}

/** Logs an authenticated user in on one device. @throws 401 when the second factor's code is missing or wrong */
export async function signIn(
  ctx: MutationContext,
  user: { id: string; email: string; isAdmin: boolean },
  { code, rehashedPassword, previousRefreshToken, userAgent }: Login,
): Promise<Tokens> {
  await requireSecondFactor(ctx, user, code)
  if (rehashedPassword) {
    await ctx.tx.update(users).set({ passwordHash: rehashedPassword }).where(eq(users.id, user.id))
  }
  await endPreviousSession(ctx, user.id, previousRefreshToken)
  await recordActivity(ctx, user.id, 'login', 'Logged in')
  return openSession(ctx, user, userAgent)
}
