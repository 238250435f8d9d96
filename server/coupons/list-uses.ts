import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { couponRedemptions, coupons, orders, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { CouponUse } from '../../shared/coupons/staff-schema.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db, Tx } from '../db/transactions.ts'

const sort = newestFirst({ createdAt: couponRedemptions.createdAt, id: couponRedemptions.orderId })

/** A page of the uses that orders hold of a coupon, or of the codes of a batch, newest first. @throws 404 */
export async function listCouponUses(db: Db, id: string, { limit = 50, cursor }: PageQuery) {
  const uses = await whereUseOf(db, id)
  const rows = await selectUses(db)
    .where(and(uses, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ orderId, createdAt }) => createdPlace({ id: orderId, createdAt }))
  return { data: page.map(presentUse), totalCount: await db.$count(couponRedemptions, uses), nextCursor }
}

/** The condition for the uses of a coupon, or of the codes of a batch, which are few. @throws 404 */
async function whereUseOf(db: Db, id: string): Promise<SQL> {
  const [coupon] = await db.select({ batchSize: coupons.batchSize }).from(coupons).where(eq(coupons.id, id))
  if (!coupon) throw notFound('Coupon not found')
  if (coupon.batchSize === null) return eq(couponRedemptions.couponId, id)
  const codes = db.select({ id: coupons.id }).from(coupons).where(eq(coupons.batchId, id))
  return inArray(couponRedemptions.couponId, codes)
}

const selectUses = (db: Db) =>
  db
    .select({
      orderId: couponRedemptions.orderId,
      code: coupons.code,
      amount: orders.discount,
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      createdAt: couponRedemptions.createdAt,
    })
    .from(couponRedemptions)
    // Each has all three: with left joins, the index of the list is always the outer loop.
    .leftJoin(coupons, eq(coupons.id, couponRedemptions.couponId))
    .leftJoin(orders, eq(orders.id, couponRedemptions.orderId))
    .leftJoin(users, eq(users.id, couponRedemptions.userId))

const presentUse = (row: Awaited<ReturnType<typeof selectUses>>[number]): CouponUse => ({
  _id: row.orderId,
  code: row.code!,
  customer: { _id: row.userId!, firstName: row.firstName!, lastName: row.lastName! },
  amount: row.amount!,
  createdAt: row.createdAt.getTime(),
})

type NewUse = { orderId: string; code: string; amount: number; userId: string; createdAt: Date }

/** Presents a use that is being reserved. */
export async function presentNewUse(tx: Tx, { userId, ...use }: NewUse): Promise<CouponUse> {
  const [user] = await tx
    .select({ userId: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  return presentUse({ ...use, ...user! })
}
