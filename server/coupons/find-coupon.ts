import { and, count, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { couponRedemptions, coupons } from '../../drizzle/schema.ts'
import { normalizeCouponCode } from '../../shared/coupons/rules.ts'
import type { Coupon } from '../../shared/coupons/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { Db, Tx } from '../db/transactions.ts'

export type CouponRow = typeof coupons.$inferSelect

/** The same 404 for an unknown, expired or used-up coupon (docs/rules.md). */
export const invalidCoupon = () => notFound('Invalid coupon')

/** Returns a coupon that the user could apply now. @throws 404 'Invalid coupon' */
export async function findCoupon(db: Db, userId: string, code: string): Promise<Coupon> {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, normalizeCouponCode(code)), isUsable(new Date())))
  if (!coupon || (await isUsedUp(db, coupon, userId))) throw invalidCoupon()
  return presentCoupon(coupon)
}

/** The condition for coupons that are neither archived, expired nor used up. */
export const isUsable = (now: Date) =>
  and(
    isNull(coupons.archivedAt),
    or(isNull(coupons.expiresAt), gt(coupons.expiresAt, now)),
    or(isNull(coupons.usesLimit), lt(coupons.uses, coupons.usesLimit)),
  )

/** Whether the user has reached the coupon's limit per customer. */
export async function isUsedUp(db: Db | Tx, coupon: CouponRow, userId: string): Promise<boolean> {
  if (coupon.usesPerCustomer === null) return false
  const [redemptions] = await db
    .select({ count: count() })
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.couponId, coupon.id), eq(couponRedemptions.userId, userId)))
  return redemptions!.count >= coupon.usesPerCustomer
}

export const presentCoupon = (row: CouponRow): Coupon => ({
  _id: row.id,
  code: row.code,
  type: row.type,
  amount: row.amount,
  validItem: row.itemId,
  validCategory: row.categoryId,
})
