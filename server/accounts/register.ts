import { users } from '../../drizzle/schema.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { MutationContext } from '../events/mutation.ts'
import { openSession } from './open-session.ts'
import { publishNewCustomer } from './publish-customer.ts'
import { customerSearchText } from './search-columns.ts'
import { emailTaken } from './update-profile.ts'

type NewUser = { email: string; passwordHash: string; firstName: string; lastName: string; darkMode?: boolean }

/** Creates an account and logs in. @throws 409 when the email address is taken */
export async function register(ctx: MutationContext, newUser: NewUser, userAgent: string) {
  const user = await createUser(ctx, newUser)
  return { user, tokens: await openSession(ctx, user, userAgent) }
}

/** Creates an account. @throws 409 when the email address is taken */
export async function createUser(ctx: MutationContext, newUser: NewUser) {
  const { tx, now } = ctx
  const row = { ...newUser, searchText: customerSearchText(newUser), createdAt: now, updatedAt: now }
  const [user] = await tx.insert(users).values(row).onConflictDoNothing().returning()
  if (!user) throw emailTaken()
  await recordActivity(ctx, user.id, 'login', 'Opened an account')
  publishNewCustomer(ctx, user)
  return user
}
