import { and, count, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { orders, users } from '../../drizzle/schema.ts'
import {
  type OrderFilter,
  orderFilters,
  type OrderStatus,
  type PaymentFilter,
  paymentFilters,
  type PaymentStatus,
  paymentStatuses,
} from '../../shared/orders/schema.ts'
import { containsLowercased, containsIgnoreCase, endsWith } from '../db/text-search.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, type Sort, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { type OrderRow, presentOrders, presentOrdersForStaff } from './present.ts'

type OrderQuery = PageQuery & { paymentStatus?: PaymentFilter | undefined; orderStatus?: OrderFilter | undefined }
export type StaffFilter = {
  paymentStatus?: PaymentStatus | undefined
  orderStatus?: OrderStatus | undefined
  q?: string | undefined
}

export const newest = newestFirst(orders)
const oldestPaidFirst: Sort = { column: orders.paidAt, id: orders.id, kind: 'time', direction: 'asc' }
const toDeliverFirst: Sort = { column: orders.verifiedAt, id: orders.id, kind: 'time', direction: 'asc' }
const verifiedPlace = ({ verifiedAt, id }: OrderRow) => ({ value: verifiedAt!.getTime(), id })
const paidPlace = ({ paidAt, id }: OrderRow) => ({ value: paidAt!.getTime(), id })

/** A page of a user's orders, newest first. */
export async function listOrders(
  db: Db,
  userId: string,
  { paymentStatus = 'all', orderStatus = 'all', limit = 20, cursor }: OrderQuery,
) {
  const filter = and(
    eq(orders.userId, userId),
    paymentStatus === 'all' ? undefined : inArray(orders.paymentStatus, [...paymentFilters[paymentStatus]]),
    orderStatus === 'all' ? undefined : inArray(orders.orderStatus, [...orderFilters[orderStatus]]),
  )
  const rows = await db
    .select()
    .from(orders)
    .where(and(filter, afterCursor(newest, cursor)))
    .orderBy(...orderBy(newest))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return { data: await presentOrders(db, page), totalCount: await db.$count(orders, filter), nextCursor }
}

/** A page of all orders: those awaiting verification or delivery longest waiting first, anything else newest first. */
export async function listOrdersForStaff(db: Db, { limit = 50, cursor, ...fields }: PageQuery & StaffFilter) {
  const { sort, placeOf } = staffSort(fields)
  const filter = staffOrderFilter(db, fields)
  const rows = await db
    .select()
    .from(orders)
    .where(and(filter, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, placeOf)
  return {
    data: await presentOrdersForStaff(db, page),
    counts: await countByPaymentStatus(db),
    toDeliver: await db.$count(orders, awaitsDelivery),
    totalCount: await db.$count(orders, filter),
    nextCursor,
  }
}

function staffSort({ paymentStatus, orderStatus }: StaffFilter) {
  if (paymentStatus === 'paid') return { sort: oldestPaidFirst, placeOf: paidPlace }
  if (orderStatus === 'processing') return { sort: toDeliverFirst, placeOf: verifiedPlace }
  return { sort: newest, placeOf: createdPlace }
}

/** A literal, because the index `orders_to_deliver` covers these orders only. */
const awaitsDelivery = sql`${orders.orderStatus} = 'processing'`

/** The condition for the orders that match staff's filter. */
export const staffOrderFilter = (db: Db, { paymentStatus, orderStatus, q }: StaffFilter) =>
  and(
    isPaymentStatus(orderStatus === 'processing' ? (paymentStatus ?? 'verified') : paymentStatus),
    orderStatus === 'processing' ? awaitsDelivery : orderStatus ? eq(orders.orderStatus, orderStatus) : undefined,
    q ? matchesSearch(db, q) : undefined,
  )

// An order in processing is verified: with both conditions, the index `orders_to_deliver` gives them in their sequence.
const isPaymentStatus = (status: PaymentStatus | undefined) =>
  status === undefined ? undefined : eq(orders.paymentStatus, status)

async function countByPaymentStatus(db: Db): Promise<Record<PaymentStatus, number>> {
  const rows = await db
    .select({ status: orders.paymentStatus, count: count() })
    .from(orders)
    .groupBy(orders.paymentStatus)
  const countOf = (status: PaymentStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return Object.fromEntries(paymentStatuses.map((status) => [status, countOf(status)])) as Record<PaymentStatus, number>
}

/** Matches the order number (the end of the id), the transfer reference, and the customer's email and name. */
function matchesSearch(db: Db, q: string): SQL | undefined {
  const text = q.trim().replace(/^#/, '')
  const customers = db
    .select({ id: users.id })
    .from(users)
    .where(
      or(
        containsLowercased(users.email, text),
        containsIgnoreCase(users.firstName, text),
        containsIgnoreCase(users.lastName, text),
      ),
    )
  return or(endsWith(orders.id, text), containsIgnoreCase(orders.reference, text), inArray(orders.userId, customers))
}
