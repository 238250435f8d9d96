import { and, count, desc, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { coupons } from '../../drizzle/schema.ts'
import type { Archived } from '../../shared/staff-catalogue.ts'
import { containsInAnyCase } from '../db/contains.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { presentStaffCoupon, selectStaffCoupons } from './present-for-staff.ts'

type Asked = {
  archived?: Archived | undefined
  q?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** A page of the coupons, newest first; `q` is part of a code. */
export async function listCoupons(db: Db, { archived = 'no', q, limit = 50, cursor }: Asked) {
  const wanted = and(
    archived === 'all' ? undefined : archived === 'yes' ? isNotNull(coupons.archivedAt) : isNull(coupons.archivedAt),
    q?.trim() ? containsInAnyCase(coupons.code, q.trim()) : undefined,
  )
  const rows = await selectStaffCoupons(db)
    .where(and(wanted, cursor ? before(cursor) : undefined))
    .orderBy(desc(coupons.createdAt), desc(coupons.id))
    .limit(limit + 1)
  const [total] = await db.select({ count: count() }).from(coupons).where(wanted)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)!.coupon : null
  return {
    data: page.map(presentStaffCoupon),
    totalCount: total!.count,
    nextCursor: last && writeCursor({ value: last.createdAt.getTime(), id: last.id }),
  }
}

function before(text: string) {
  const { value, id } = readCursor(text, 'time')
  const at = new Date(value)
  return or(lt(coupons.createdAt, at), and(eq(coupons.createdAt, at), lt(coupons.id, id)))
}
