import { and, count, eq, gt, inArray, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { couponRedemptions, coupons, orders } from '../../drizzle/schema.ts'
import { type CouponRefusal, normalizeCouponCode, paidStatuses } from '../../shared/coupons/rules.ts'
import type { Coupon } from '../../shared/coupons/schema.ts'
import { notFound, unprocessable } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { Db, Tx } from '../db/transactions.ts'

export type CouponRow = typeof coupons.$inferSelect

/** The same 404 for an unknown, expired or used-up coupon (docs/rules.md). */
export const invalidCoupon = () => notFound('Invalid coupon')

/** The same message for every coupon that doesn't apply to an order; the code says why. */
export const refusedCoupon = (refusal: CouponRefusal) => unprocessable(refusalCodes[refusal], 'Invalid coupon')

const refusalCodes: Record<CouponRefusal, string> = {
  lines: 'coupon_does_not_fit',
  minimum: 'coupon_minimum',
  'first-order': 'coupon_first_order',
}

/**
 * Returns a coupon that the user could apply now.
 * @throws 404 'Invalid coupon'; 422 if an open order of theirs holds it, or it is for a first order and they had one
 */
export async function findCoupon(db: Db, userId: string, code: string): Promise<Coupon> {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, normalizeCouponCode(code)), isUsable(new Date())))
  if (!coupon || (await isUsedUp(db, coupon, userId))) throw invalidCoupon()
  await assertNotHeld(db, coupon, userId)
  if (coupon.firstOrderOnly && !(await isFirstOrderOf(db, userId))) throw refusedCoupon('first-order')
  return presentCoupon(coupon)
}

/** The condition for coupons that have started and are neither archived, expired nor used up. A batch is none. */
export const isUsable = (now: Date) =>
  and(
    isNull(coupons.archivedAt),
    isNull(coupons.batchSize),
    or(isNull(coupons.startsAt), lte(coupons.startsAt, now)),
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

/**
 * One customer can't hold all uses of a limited coupon with orders that they may never pay.
 * @throws 422 if an unverified order of the user holds a use of a coupon with a total limit and without one per customer
 */
export async function assertNotHeld(db: Db | Tx, coupon: CouponRow, userId: string) {
  if (coupon.usesLimit === null || coupon.usesPerCustomer !== null) return
  const [holder] = await db
    .select({ id: orders.id })
    .from(couponRedemptions)
    .innerJoin(orders, eq(orders.id, couponRedemptions.orderId))
    .where(
      and(
        eq(couponRedemptions.couponId, coupon.id),
        eq(couponRedemptions.userId, userId),
        inArray(orders.paymentStatus, ['pending', 'paid']),
      ),
    )
    .limit(1)
  if (!holder) return
  throw unprocessable('coupon_held', `Your order #${orderNumber(holder.id)} already uses this coupon.`)
}

/**
 * Whether the next order, or the given one, counts as the user's first: no other was paid for, and none holds a coupon for
 * first orders. In a transaction, lock the user before.
 */
export async function isFirstOrderOf(db: Db | Tx, userId: string, orderId = ''): Promise<boolean> {
  const [paid] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), ne(orders.id, orderId), inArray(orders.paymentStatus, [...paidStatuses])))
    .limit(1)
  if (paid) return false
  const [holder] = await db
    .select({ id: couponRedemptions.orderId })
    .from(couponRedemptions)
    .innerJoin(coupons, eq(coupons.id, couponRedemptions.couponId))
    .where(
      and(
        eq(couponRedemptions.userId, userId),
        ne(couponRedemptions.orderId, orderId),
        eq(coupons.firstOrderOnly, true),
      ),
    )
    .limit(1)
  return !holder
}

export const presentCoupon = (row: CouponRow): Coupon => ({
  _id: row.id,
  code: row.code,
  type: row.type,
  amount: row.amount,
  validItem: row.itemId,
  validCategory: row.categoryId,
  minTotal: row.minTotal,
  firstOrderOnly: row.firstOrderOnly,
})
