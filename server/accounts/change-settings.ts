import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import type { User } from '../../shared/accounts.ts'
import type { Change } from '../stream/change.ts'
import { presentUser } from './present.ts'
import { tellProfile } from './tell-staff.ts'

/** Changes how a person sees the store: the currency, the dark look. */
export async function changeSettings(
  making: Change,
  userId: string,
  settings: { currency: User['currency'] } | { darkMode: boolean },
): Promise<User> {
  const { tx, tell } = making
  const [row] = await tx
    .update(users)
    .set({ ...settings, updatedAt: new Date() })
    .where(eq(users.id, userId))
    .returning()
  const user = presentUser(row!)
  tell(`user:${userId}`, { type: 'user.changed', data: { user } })
  if ('currency' in settings) tellProfile(making, row!)
  return user
}
