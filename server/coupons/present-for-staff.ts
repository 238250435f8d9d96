import { eq, type SQL, sql } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { categories, coupons, items } from '../../drizzle/schema.ts'
import type { CouponUse, StaffCoupon } from '../../shared/coupons/staff-schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { presentCoupon } from './find-coupon.ts'

const batches = alias(coupons, 'batch')

/**
 * Selects coupons with the names of the item and category they are limited to, and with the code of their batch.
 * @param sortColumn what a list of them is sorted by
 */
export const selectStaffCoupons = (db: Pick<Db | Tx, 'select'>, sortColumn: SQLiteColumn | SQL = coupons.createdAt) =>
  db
    .select({
      coupon: coupons,
      itemName: items.name,
      categoryName: categories.name,
      batchCode: batches.code,
      value: sortColumn,
    })
    .from(coupons)
    .leftJoin(items, eq(items.id, coupons.itemId))
    .leftJoin(categories, eq(categories.id, coupons.categoryId))
    .leftJoin(batches, eq(batches.id, coupons.batchId))

type Row = Omit<Awaited<ReturnType<typeof selectStaffCoupons>>[number], 'value'>

export const presentStaffCoupon = ({ coupon, itemName, categoryName, batchCode }: Row): StaffCoupon => ({
  ...presentCoupon(coupon),
  itemName,
  categoryName,
  startsAt: coupon.startsAt?.getTime() ?? null,
  expiresAt: coupon.expiresAt?.getTime() ?? null,
  batchSize: coupon.batchSize,
  batch: coupon.batchId === null ? null : { _id: coupon.batchId, code: batchCode! },
  usesLimit: coupon.usesLimit,
  usesPerCustomer: coupon.usesPerCustomer,
  uses: coupon.uses,
  archivedAt: coupon.archivedAt?.getTime() ?? null,
  createdAt: coupon.createdAt.getTime(),
  version: coupon.version,
})

const byId = prepared('staff_coupon_by_id', (db) => selectStaffCoupons(db).where(eq(coupons.id, sql.placeholder('id'))))

/** Returns a coupon as staff see it, or null for an unknown id. */
export async function readStaffCoupon(db: Db | Tx, id: string): Promise<StaffCoupon | null> {
  const [row] = await byId(db, { id })
  return row ? presentStaffCoupon(row) : null
}

/** A use that was reserved, or the order whose use was released. */
type UseChange = { use?: CouponUse; released?: string }

/** Publishes the current coupon to staff, and returns it. */
export async function publishCoupon(
  { tx, publish }: MutationContext,
  id: string,
  change: UseChange = {},
): Promise<StaffCoupon> {
  const coupon = (await readStaffCoupon(tx, id))!
  publish('staff', { type: 'coupon.changed', data: { coupon, ...change } })
  return coupon
}
