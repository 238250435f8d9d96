import { and, eq, sql } from 'drizzle-orm'
import { couponRedemptions, coupons } from '../../drizzle/schema.ts'
import { couponRefusal, discountOf } from '../../shared/coupons/rules.ts'
import { lockUser } from '../db/lock-user.ts'
import type { MutationContext } from '../events/mutation.ts'
import {
  assertNotHeld,
  type CouponRow,
  invalidCoupon,
  isFirstOrderOf,
  isUsable,
  isUsedUp,
  presentCoupon,
  refusedCoupon,
} from './find-coupon.ts'
import { presentNewUse } from './list-uses.ts'
import { publishCoupon } from './present-for-staff.ts'

type Order = { id: string; userId: string; lines: Parameters<typeof discountOf>[1] }

/**
 * Reserves one use of a coupon for an order; if two orders race for the last use, one of them gets it (docs/rules.md).
 * @returns the coupon, and its discount on the order in cents
 * @throws 404 'Invalid coupon'; 422 'Invalid coupon' if it doesn't apply to the order; 422 if another open order of the
 *   user holds a use of a limited coupon
 */
export async function reserveCoupon(
  ctx: MutationContext,
  couponId: string,
  { id: orderId, userId, lines }: Order,
): Promise<{ coupon: CouponRow; discount: number }> {
  const { tx } = ctx
  const [coupon] = await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(and(eq(coupons.id, couponId), isUsable(ctx.now)))
    .returning()
  if (!coupon || (await isUsedUp(tx, coupon, userId))) throw invalidCoupon()
  await assertNotHeld(tx, coupon, userId)
  const isFirst = !coupon.firstOrderOnly || (await isFirstOrderLocked(ctx, userId, orderId))
  const refusal = couponRefusal(presentCoupon(coupon), lines, isFirst)
  if (refusal) throw refusedCoupon(refusal)
  const discount = discountOf(presentCoupon(coupon), lines)
  await tx.insert(couponRedemptions).values({ orderId, couponId, userId, createdAt: ctx.now })
  const use = await presentNewUse(tx, { orderId, code: coupon.code, amount: discount, userId, createdAt: ctx.now })
  await countUse(ctx, coupon, 1)
  await publishCoupon(ctx, couponId, { use })
  if (coupon.batchId) await publishCoupon(ctx, coupon.batchId, { use })
  return { coupon, discount }
}

/** Locks the user, so that of two orders at the same time one is the first. */
async function isFirstOrderLocked(ctx: MutationContext, userId: string, orderId: string) {
  await lockUser(ctx.tx, userId)
  return isFirstOrderOf(ctx.tx, userId, orderId)
}

/** Counts the use of an order that is open again, as its discount is honoured: even beyond the coupon's limits. */
export async function reserveAgain(
  ctx: MutationContext,
  {
    id: orderId,
    userId,
    couponId,
    discount,
  }: { id: string; userId: string; couponId: string | null; discount: number },
) {
  if (couponId === null) return
  const { tx, now } = ctx
  const [coupon] = await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(eq(coupons.id, couponId))
    .returning()
  await tx.insert(couponRedemptions).values({ orderId, couponId, userId, createdAt: now })
  const use = await presentNewUse(tx, { orderId, code: coupon!.code, amount: discount, userId, createdAt: now })
  await countUse(ctx, coupon!, 1)
  await publishCoupon(ctx, couponId, { use })
  if (coupon!.batchId) await publishCoupon(ctx, coupon!.batchId, { use })
}

/** Releases the use that an order reserved, if it has one. */
export async function releaseCoupon(ctx: MutationContext, order: { id: string }) {
  const { tx } = ctx
  const [redemption] = await tx
    .delete(couponRedemptions)
    .where(eq(couponRedemptions.orderId, order.id))
    .returning({ couponId: couponRedemptions.couponId })
  if (!redemption) return
  const [coupon] = await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} - 1` })
    .where(eq(coupons.id, redemption.couponId))
    .returning()
  const released = order.id
  await countUse(ctx, coupon!, -1)
  await publishCoupon(ctx, redemption.couponId, { released })
  if (coupon!.batchId) await publishCoupon(ctx, coupon!.batchId, { released })
}

/** Counts a use of a personal code for its batch. */
async function countUse({ tx }: MutationContext, { batchId }: CouponRow, change: 1 | -1) {
  if (!batchId) return
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + ${sql.raw(String(change))}` })
    .where(eq(coupons.id, batchId))
}
