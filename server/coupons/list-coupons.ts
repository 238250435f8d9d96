import { and, isNotNull, isNull } from 'drizzle-orm'
import { expiryOf } from '../../drizzle/conditions.ts'
import { coupons } from '../../drizzle/schema.ts'
import type { ArchivedFilter } from '../../shared/catalogue/staff-schema.ts'
import type { SortDirection } from '../../shared/contract.ts'
import type { CouponSort } from '../../shared/coupons/staff-schema.ts'
import { contains, countUpTo, type Search, search, textIndexes } from '../db/text-search.ts'
import {
  afterCursor,
  inDirection,
  newestFirst,
  orderBy,
  type PageQuery,
  placeOf,
  type Sort,
  toPage,
} from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { presentStaffCoupon, selectStaffCoupons } from './present-for-staff.ts'

type Query = PageQuery & {
  archived?: ArchivedFilter | undefined
  q?: string | undefined
  sort?: CouponSort | undefined
  direction?: SortDirection | undefined
}

const sorts: Record<CouponSort, Sort> = {
  created: newestFirst(coupons),
  code: { column: coupons.code, id: coupons.id, kind: 'text', direction: 'asc' },
  uses: { column: coupons.uses, id: coupons.id, kind: 'count', direction: 'desc' },
  valid: {
    column: coupons.expiresAt,
    expression: expiryOf(coupons.expiresAt),
    id: coupons.id,
    kind: 'time',
    direction: 'asc',
  },
}

/**
 * A page of coupons, newest first unless sorted otherwise, a batch as one row; `q` searches the codes, also those of
 * batches.
 */
export async function listCoupons(db: Db, { archived = 'no', q, limit = 50, cursor, ...query }: Query) {
  const sort = inDirection(sorts[query.sort ?? 'created'], query.direction)
  const text = q?.trim().toUpperCase() ?? ''
  const found = text ? await searchCodes(db, text) : null
  const state =
    archived === 'all' ? undefined : archived === 'yes' ? isNotNull(coupons.archivedAt) : isNull(coupons.archivedAt)
  const listed = found ? state : and(isNull(coupons.batchId), state)
  const rows = await selectStaffCoupons(db, sort.expression?.mapWith(sort.column) ?? sort.column)
    .where(and(found?.where, listed, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ value, coupon }) => placeOf(value, coupon.id))
  return {
    data: page.map(presentStaffCoupon),
    totalCount: found ? await found.count(state) : await db.$count(coupons, listed),
    nextCursor,
  }
}

/** The index finds three characters and more; shorter texts are looked for in the codes themselves, which are few. */
async function searchCodes(db: Db, text: string): Promise<Pick<Search, 'where' | 'count'>> {
  if (text.length < 3) {
    const where = contains(coupons.code, text)
    return { where, count: (others) => countUpTo(db, coupons, and(where, others)) }
  }
  const part = { index: textIndexes.couponCodes, texts: [text], key: coupons.id, listKey: coupons.id }
  return search(db, { table: coupons, id: coupons.id }, [part])
}
