import { and, eq, sql } from 'drizzle-orm'
import { couponRedemptions, coupons } from '../../drizzle/schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { assertNotHeld, type CouponRow, invalidCoupon, isUsedUp, isUsable } from './find-coupon.ts'
import { publishCoupon } from './present-for-staff.ts'

/**
 * Reserves one use of a coupon for an order; if two orders race for the last use, one of them gets it (docs/rules.md).
 * @throws 404 'Invalid coupon'; 422 if another open order of the user holds a use of a limited coupon
 */
export async function reserveCoupon(
  ctx: MutationContext,
  couponId: string,
  order: { id: string; userId: string },
): Promise<CouponRow> {
  const { tx } = ctx
  const [coupon] = await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(and(eq(coupons.id, couponId), isUsable(ctx.now)))
    .returning()
  if (!coupon || (await isUsedUp(tx, coupon, order.userId))) throw invalidCoupon()
  await assertNotHeld(tx, coupon, order.userId)
  await tx.insert(couponRedemptions).values({ orderId: order.id, couponId, userId: order.userId, createdAt: ctx.now })
  await publishCoupon(ctx, couponId)
  return coupon
}

/** Releases the use that an order reserved, if it has one. */
export async function releaseCoupon(ctx: MutationContext, order: { id: string }) {
  const { tx } = ctx
  const [redemption] = await tx
    .delete(couponRedemptions)
    .where(eq(couponRedemptions.orderId, order.id))
    .returning({ couponId: couponRedemptions.couponId })
  if (!redemption) return
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} - 1` })
    .where(eq(coupons.id, redemption.couponId))
  await publishCoupon(ctx, redemption.couponId)
}
