import { and, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { hasOrderStatus, hasPaymentStatus } from '../../drizzle/conditions.ts'
import { orderDays, orders } from '../../drizzle/schema.ts'
import type { SortDirection } from '../../shared/contract.ts'
import { type PaymentStatus, paymentStatuses } from '../../shared/orders/schema.ts'
import type { StaffOrderSort } from '../../shared/orders/staff-schema.ts'
import { type Cursor, decodeCursor, encodeCursor } from '../db/cursor.ts'
import {
  afterPlace,
  createdPlace,
  newestFirst,
  orderBy,
  type PageQuery,
  placeOf,
  type Sort,
  upToPlace,
} from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { type OrderRow, presentOrdersForStaff } from './present.ts'
import { type ListIndex, type StaffCondition, type StaffFilter, staffOrderFilter } from './staff-order-filter.ts'

type StaffQuery = PageQuery & StaffFilter & { sort?: StaffOrderSort | undefined; direction?: SortDirection | undefined }

/** A filter without an index looks at this many orders at a time, so that it never blocks the app for long (docs/data-layer.md). */
const maxWalked = 20_000

/** How a list of orders is sorted. `where`: only these orders have a place in it. */
type OrderSort = { sort: Sort; placeOf: (row: OrderRow) => Cursor; where?: SQL; index: ListIndex }

export const newest: OrderSort = { sort: newestFirst(orders), placeOf: createdPlace, index: 'age' }

/** A page of all orders: those awaiting verification or delivery longest waiting first, anything else newest first. */
export async function listOrdersForStaff(db: Db, { limit = 50, cursor, sort, direction, ...filter }: StaffQuery) {
  const order = staffSort(filter, sort, direction)
  const condition = await staffOrderFilter(db, filter, order.index)
  const place = cursor ? decodeCursor(cursor, order.sort.kind) : undefined
  const { rows, next } = await readOrders(db, condition, order, place, limit)
  const counts = await countByPaymentStatus(db)
  return {
    data: await presentOrdersForStaff(db, rows),
    counts,
    toDeliver: await db.$count(orders, hasOrderStatus(orders.orderStatus, 'processing')),
    totalCount: condition.isWalked ? rows.length : await countOrders(db, condition, order, filter, counts),
    nextCursor: next && encodeCursor(next),
  }
}

/**
 * Reads the orders of a filter after a place in a list.
 * @returns `next`: the place to go on from, null at the end. There may be fewer rows than the limit, and more to come.
 */
export async function readOrders(
  db: Db,
  condition: StaffCondition,
  { sort, where, ...order }: OrderSort,
  place: Cursor | undefined,
  limit: number,
): Promise<{ rows: OrderRow[]; next: Cursor | null }> {
  const after = and(where, place && afterPlace(sort, place))
  const end = condition.isWalked ? await readWalkEnd(db, sort, and(condition.walked, after)) : null
  const rows = await db
    .select()
    .from(orders)
    .where(and(condition.where, after, end ? upToPlace(sort, end) : undefined))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? order.placeOf(page.at(-1)!) : end }
}

/** The place at which this part of a walk ends; null if it reaches the end of the list. */
async function readWalkEnd(db: Db, sort: Sort, where: SQL | undefined): Promise<Cursor | null> {
  const [row] = await db
    .select({ value: sort.column, id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(...orderBy(sort))
    .limit(1)
    .offset(maxWalked - 1)
  return row ? placeOf(row.value, row.id) : null
}

const paidPlace = ({ paidAt, id }: OrderRow): Cursor => ({ value: paidAt!.getTime(), id })
const verifiedPlace = ({ verifiedAt, id }: OrderRow): Cursor => ({ value: verifiedAt!.getTime(), id })
const totalPlace = ({ total, id }: OrderRow): Cursor => ({ value: total, id })

function staffSort(
  { paymentStatus, orderStatus }: StaffFilter,
  by: StaffOrderSort | undefined,
  direction: SortDirection | undefined,
): OrderSort {
  const sortBy = (column: SQLiteColumn, usual: SortDirection): Sort => ({
    column,
    id: orders.id,
    kind: 'time',
    direction: direction ?? usual,
  })
  if (by === 'total') {
    return { sort: { ...sortBy(orders.total, 'desc'), kind: 'cents' }, placeOf: totalPlace, index: 'other' }
  }
  if (by === undefined && paymentStatus === 'paid') {
    return { sort: sortBy(orders.paidAt, 'asc'), placeOf: paidPlace, index: 'queue' }
  }
  if (by !== 'placed' && orderStatus === 'processing') {
    return { sort: sortBy(orders.verifiedAt, 'asc'), placeOf: verifiedPlace, index: 'queue' }
  }
  if (by !== 'verified') return { ...newest, sort: sortBy(orders.createdAt, 'desc') }
  const sort = sortBy(orders.verifiedAt, 'desc')
  return { sort, placeOf: verifiedPlace, where: isNotNull(orders.verifiedAt), index: 'other' }
}

type SettledStatus = Exclude<PaymentStatus, 'pending'>
const settledStatuses = paymentStatuses.filter((status): status is SettledStatus => status !== 'pending')

/** Summed from the days, so that it doesn't take longer the more orders there are; pending ones expire. */
async function countByPaymentStatus(db: Db): Promise<Record<PaymentStatus, number>> {
  const sums = settledStatuses.map((status) => [status, sql`coalesce(sum(${orderDays[status]}), 0)`.mapWith(Number)])
  const [row] = await db.select(Object.fromEntries(sums) as Record<SettledStatus, SQL<number>>).from(orderDays)
  return { ...row!, pending: await db.$count(orders, hasPaymentStatus(orders.paymentStatus, 'pending')) }
}

async function countOrders(
  db: Db,
  { search, isFew, filters }: StaffCondition,
  { where }: OrderSort,
  { paymentStatus, orderStatus, from, to }: StaffFilter,
  counts: Record<PaymentStatus, number>,
): Promise<number> {
  if (search) return search.count(and(filters, where))
  if (isFew || where || orderStatus || from || to) return db.$count(orders, and(filters, where))
  return paymentStatus ? counts[paymentStatus] : Object.values(counts).reduce((all, one) => all + one, 0)
}
