import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { categories, coupons, items } from '../../drizzle/schema.ts'
import type { StaffCoupon } from '../../shared/staff-catalogue.ts'
import { type Db, prepared, type Tx } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { type CouponRow, presentCoupon } from './find-coupon.ts'

/** Coupons with the names of what they are tied to: reading them begins here. */
export const selectStaffCoupons = (db: Pick<Db | Tx, 'select'>) =>
  db
    .select({ coupon: coupons, itemName: items.name, categoryName: categories.name })
    .from(coupons)
    .leftJoin(items, eq(items.id, coupons.itemId))
    .leftJoin(categories, eq(categories.id, coupons.categoryId))
type Row = Awaited<ReturnType<typeof selectStaffCoupons>>[number]

export const presentStaffCoupon = ({ coupon, itemName, categoryName }: Row): StaffCoupon => ({
  ...presentCoupon(coupon),
  itemName,
  categoryName,
  expiresAt: coupon.expiresAt?.getTime() ?? null,
  usesLimit: coupon.usesLimit,
  usesPerCustomer: coupon.usesPerCustomer,
  uses: coupon.uses,
  archivedAt: coupon.archivedAt?.getTime() ?? null,
  createdAt: coupon.createdAt.getTime(),
  version: versionOf(coupon),
})

/** The same for the same terms, however often it was used meanwhile. */
export function versionOf({ id: _, uses: _uses, createdAt: _at, ...terms }: CouponRow): string {
  const text = JSON.stringify(Object.entries(terms).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

const byId = prepared('staff_coupon_by_id', (db) => selectStaffCoupons(db).where(eq(coupons.id, sql.placeholder('id'))))

/** null when there is none. */
export async function readStaffCoupon(db: Db | Tx, id: string): Promise<StaffCoupon | null> {
  const [row] = await byId(db, { id })
  return row ? presentStaffCoupon(row) : null
}

/** Tells staff of a coupon as it is now, uses included. */
export async function tellCoupon({ tx, tell }: Change, id: string): Promise<StaffCoupon> {
  const coupon = (await readStaffCoupon(tx, id))!
  tell('staff', { type: 'coupon.changed', data: { coupon } })
  return coupon
}
