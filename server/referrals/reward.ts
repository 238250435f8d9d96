import { and, eq, isNotNull, isNull, lte, ne } from 'drizzle-orm'
import { orders, referrals, users } from '../../drizzle/schema.ts'
import { referralPointsFor } from '../../shared/money.ts'
import { formatPoints } from '../../shared/points/format-points.ts'
import { notify } from '../notifications/notify.ts'
import { addEntry, roundOf } from '../points/earn.ts'
import type { MutationContext } from '../events/mutation.ts'
import { publishReferral } from './read-referral.ts'

/**
 * Rewards the referrer when a referred customer's first order is verified: a tenth of its total in points (docs/rules.md,
 * Points and referrals).
 */
export async function rewardReferrer(ctx: MutationContext, order: VerifiedOrder) {
  const { tx } = ctx
  const [earlier] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, order.userId), isNotNull(orders.verifiedAt), ne(orders.id, order.id)))
    .limit(1)
  if (earlier) return
  const unrewarded = and(eq(referrals.refereeId, order.userId), isNull(referrals.rewardedOrderId))
  const [referral] = await tx.select().from(referrals).where(unrewarded)
  if (!referral || (await isMutual(ctx, referral))) return
  const [rewarded] = await tx
    .update(referrals)
    .set({ rewardedOrderId: order.id })
    .where(unrewarded)
    .returning({ id: referrals.refereeId })
  if (!rewarded) return
  await publishReferral(ctx, referral.referrerId)
  const points = referralPointsFor(order.total)
  if (points === 0) return
  const [referee] = await tx.select({ firstName: users.firstName }).from(users).where(eq(users.id, order.userId))
  const note = `${referee!.firstName}’s first order`
  await addEntry(ctx, {
    userId: referral.referrerId,
    source: 'referral',
    orderId: order.id,
    round: roundOf(order),
    amount: order.total,
    points,
    note,
  })
  await notify(ctx, referral.referrerId, {
    type: 'success',
    message: `You earned ${formatPoints(points)} for ${note}`,
    link: '/profile?tab=points',
  })
}

type VerifiedOrder = { id: string; userId: string; total: number; verifications: number }

/** Takes the reward's cause back with the verification: the next first order, or this one again, earns it. */
export async function forgetReward(ctx: MutationContext, order: { id: string; userId: string }) {
  const [referral] = await ctx.tx
    .update(referrals)
    .set({ rewardedOrderId: null })
    .where(and(eq(referrals.refereeId, order.userId), eq(referrals.rewardedOrderId, order.id)))
    .returning()
  if (!referral) return
  await publishReferral(ctx, referral.referrerId)
}

/** Whether the referrer had used this user's code before: redeeming both ways was once possible, and earns once. */
async function isMutual({ tx }: MutationContext, { refereeId, referrerId, createdAt }: typeof referrals.$inferSelect) {
  const [earlier] = await tx
    .select({ at: referrals.createdAt })
    .from(referrals)
    .where(
      and(
        eq(referrals.refereeId, referrerId),
        eq(referrals.referrerId, refereeId),
        lte(referrals.createdAt, createdAt),
      ),
    )
  return earlier !== undefined
}
