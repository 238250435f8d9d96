import { and, eq, sql } from 'drizzle-orm'
import { couponRedemptions, coupons } from '../../drizzle/schema.ts'
import type { Change } from '../stream/change.ts'
import { type CouponRow, invalidCoupon, isUsedUp, usable } from './find-coupon.ts'
import { tellCoupon } from './present-for-staff.ts'

type Of = { id: string; userId: string }

/** Reserves a use for an order. Of two that race for the last one, one gets it. @throws 404 'Invalid coupon' */
export async function reserveCoupon(making: Change, couponId: string, order: Of): Promise<CouponRow> {
  const { tx } = making
  const [coupon] = await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(and(eq(coupons.id, couponId), ...usable()))
    .returning()
  if (!coupon || (await isUsedUp(tx, coupon, order.userId))) throw invalidCoupon()
  await tx.insert(couponRedemptions).values({ orderId: order.id, couponId, userId: order.userId })
  await tellCoupon(making, couponId)
  return coupon
}

/** Gives an order's use back, so that somebody else can have it. */
export async function giveCouponBack(making: Change, order: { id: string }) {
  const { tx } = making
  const [redemption] = await tx
    .delete(couponRedemptions)
    .where(eq(couponRedemptions.orderId, order.id))
    .returning({ couponId: couponRedemptions.couponId })
  if (!redemption) return
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} - 1` })
    .where(eq(coupons.id, redemption.couponId))
  await tellCoupon(making, redemption.couponId)
}
