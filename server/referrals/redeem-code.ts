import { and, eq } from 'drizzle-orm'
import { referrals } from '../../drizzle/schema.ts'
import { referralWindowMs } from '../../shared/referrals/rules.ts'
import { conflict, unprocessable } from '../../shared/api-error.ts'
import { lockName } from '../db/lock-name.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { findReferrer, publishReferral } from './read-referral.ts'

type NewUser = { id: string; firstName: string; createdAt: Date }

/**
 * Links a new user to the owner of a referral code (docs/rules.md, Points and referrals).
 * @throws 404 for an unknown code; 422 for one's own code, the code of someone who used one's own, or more than 7 days
 *   after registering; 409 a second time
 */
export async function redeemCode(ctx: MutationContext, user: NewUser, typed: string) {
  const { tx } = ctx
  const owner = await findReferrer(tx, typed)
  if (owner.id === user.id) throw unprocessable('own_code', 'You can’t use your own referral code.')
  if (ctx.now.getTime() - user.createdAt.getTime() > referralWindowMs) {
    throw unprocessable('too_late', 'A referral code can be used within 7 days of registering.')
  }
  await assertNotReferredBy(ctx, owner.id, user.id)
  const [used] = await tx
    .insert(referrals)
    .values({ refereeId: user.id, referrerId: owner.id, createdAt: ctx.now })
    .onConflictDoNothing()
    .returning()
  if (!used) throw conflict('already_referred', 'You have already used a referral code.')
  await notify(ctx, owner.id, {
    type: 'info',
    message: `${user.firstName} used your referral code`,
    link: '/profile?tab=points',
  })
  for (const id of [owner.id, user.id]) await publishReferral(ctx, id)
}

/** @throws 422 if `referrerId` has referred this user: the two would earn from each other's orders */
async function assertNotReferredBy({ tx }: MutationContext, userId: string, referrerId: string) {
  // Two users may redeem each other's codes at once.
  await lockName(tx, `referral ${[userId, referrerId].toSorted().join(' ')}`)
  const [referral] = await tx
    .select({ at: referrals.createdAt })
    .from(referrals)
    .where(and(eq(referrals.refereeId, userId), eq(referrals.referrerId, referrerId)))
  if (!referral) return
  throw unprocessable('mutual_referral', 'This customer has used your code, so you can’t use theirs.')
}
