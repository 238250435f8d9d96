import { and, count, isNotNull, isNull } from 'drizzle-orm'
import { coupons } from '../../drizzle/schema.ts'
import type { ArchivedFilter } from '../../shared/catalogue/staff-schema.ts'
import { containsIgnoreCase } from '../db/text-search.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { presentStaffCoupon, selectStaffCoupons } from './present-for-staff.ts'

type Query = PageQuery & { archived?: ArchivedFilter | undefined; q?: string | undefined }

const sort = newestFirst(coupons)

/** A page of coupons, newest first; `q` searches the codes. */
export async function listCoupons(db: Db, { archived = 'no', q, limit = 50, cursor }: Query) {
  const filter = and(
    archived === 'all' ? undefined : archived === 'yes' ? isNotNull(coupons.archivedAt) : isNull(coupons.archivedAt),
    q?.trim() ? containsIgnoreCase(coupons.code, q.trim()) : undefined,
  )
  const rows = await selectStaffCoupons(db)
    .where(and(filter, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const [total] = await db.select({ count: count() }).from(coupons).where(filter)
  const { page, nextCursor } = toPage(rows, limit, (row) => createdPlace(row.coupon))
  return {
    data: page.map(presentStaffCoupon),
    totalCount: total!.count,
    nextCursor,
  }
}
