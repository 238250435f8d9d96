import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import type { User } from '../../shared/accounts/schema.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { presentUser } from './present.ts'
import { publishProfile } from './publish-customer.ts'

/** Changes the currency in which the user sees prices, the colour scheme, or how they pay unless they choose otherwise. */
export async function changeSettings(
  ctx: MutationContext,
  userId: string,
  settings: { currency: User['currency'] } | { darkMode: boolean } | { paymentMethod: PaymentMethod },
): Promise<User> {
  const { tx, publish } = ctx
  const [row] = await tx
    .update(users)
    .set({ ...settings, updatedAt: ctx.now })
    .where(eq(users.id, userId))
    .returning()
  const user = presentUser(row!)
  publish(`user:${userId}`, { type: 'user.changed', data: { user } })
  if ('currency' in settings) publishProfile(ctx, row!)
  return user
}
