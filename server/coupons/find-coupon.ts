import { and, count, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { couponRedemptions, coupons } from '../../drizzle/schema.ts'
import { type Coupon, couponCode } from '../../shared/coupons.ts'
import { notFound } from '../../shared/refusal.ts'
import type { Db, Tx } from '../db/transactions.ts'

export type CouponRow = typeof coupons.$inferSelect

/** Unknown, expired and used-up coupons answer alike. */
export const invalidCoupon = () => notFound('Invalid coupon')

/** A coupon that this person could use now. @throws 404 'Invalid coupon' */
export async function findCoupon(db: Db, userId: string, code: string): Promise<Coupon> {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, couponCode(code)), ...usable()))
  if (!coupon || (await isUsedUp(db, coupon, userId))) throw invalidCoupon()
  return presentCoupon(coupon)
}

export const usable = () => [
  isNull(coupons.archivedAt),
  or(isNull(coupons.expiresAt), gt(coupons.expiresAt, new Date())),
  or(isNull(coupons.usesLimit), lt(coupons.uses, coupons.usesLimit)),
]

/** Whether this person has used it as often as one person may. */
export async function isUsedUp(db: Db | Tx, coupon: CouponRow, userId: string): Promise<boolean> {
  if (coupon.usesPerCustomer === null) return false
  const [used] = await db
    .select({ count: count() })
    .from(couponRedemptions)
    .where(and(eq(couponRedemptions.couponId, coupon.id), eq(couponRedemptions.userId, userId)))
  return used!.count >= coupon.usesPerCustomer
}

export const presentCoupon = (row: CouponRow): Coupon => ({
  _id: row.id,
  code: row.code,
  type: row.type,
  amount: row.amount,
  validItem: row.itemId,
  validCategory: row.categoryId,
})
