import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { hasOrderStatus, hasPaymentStatus, orderNumberIn } from '../../drizzle/conditions.ts'
import { orderDays, orders } from '../../drizzle/schema.ts'
import { referenceKey } from '../../shared/orders/reference.ts'
import {
  type OrderFilter,
  orderFilters,
  type OrderStatus,
  type PaymentFilter,
  paymentFilters,
  type PaymentStatus,
  paymentStatuses,
} from '../../shared/orders/schema.ts'
import { searchWords } from '../../shared/search-text.ts'
import { customersWith, filterColumn, type Search, search, textIndexes } from '../db/text-search.ts'
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
/** Shorter texts are part of too many references. */
const minReferenceLength = 3
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
  const { where, found, statuses } = await staffOrderFilter(db, fields)
  const rows = await db
    .select()
    .from(orders)
    .where(and(where, afterCursor(sort, cursor)))
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
  const { page, nextCursor } = toPage(rows, limit, placeOf)
  const counts = await countByPaymentStatus(db)
  return {
    data: await presentOrdersForStaff(db, page),
    counts,
    toDeliver: await db.$count(orders, hasOrderStatus(orders.orderStatus, 'processing')),
    totalCount: found ? await found.count(statuses) : await countOrders(db, fields, counts),
    nextCursor,
  }
}

function staffSort({ paymentStatus, orderStatus }: StaffFilter) {
  if (paymentStatus === 'paid') return { sort: oldestPaidFirst, placeOf: paidPlace }
  if (orderStatus === 'processing') return { sort: toDeliverFirst, placeOf: verifiedPlace }
  return { sort: newest, placeOf: createdPlace }
}

/**
 * The condition for the orders that match staff's filter.
 * @returns `where`, of which `statuses` is the part without the search; `found`: the search, if there is one
 */
export async function staffOrderFilter(db: Db, { paymentStatus, orderStatus, q }: StaffFilter) {
  const found = q ? await searchOrders(db, q) : null
  const [paymentColumn, orderColumn] = [orders.paymentStatus, orders.orderStatus].map((one) => filterColumn(found, one))
  const payment = orderStatus === 'processing' ? (paymentStatus ?? 'verified') : paymentStatus
  const statuses = and(
    // The queues have partial indexes. An order in processing is verified: with both conditions, theirs is sorted.
    payment === 'paid' ? hasPaymentStatus(paymentColumn!, 'paid') : undefined,
    payment && payment !== 'paid' ? eq(paymentColumn!, payment) : undefined,
    orderStatus === 'processing' ? hasOrderStatus(orderColumn!, 'processing') : undefined,
    orderStatus && orderStatus !== 'processing' ? eq(orderColumn!, orderStatus) : undefined,
  )
  return { where: and(found?.where, statuses), found, statuses }
}

type SettledStatus = Exclude<PaymentStatus, 'pending'>
const settledStatuses = paymentStatuses.filter((status): status is SettledStatus => status !== 'pending')

/** Summed from the days, so that it doesn't take longer the more orders there are; pending ones expire. */
async function countByPaymentStatus(db: Db): Promise<Record<PaymentStatus, number>> {
  const sums = settledStatuses.map((status) => [status, sql`coalesce(sum(${orderDays[status]}), 0)`.mapWith(Number)])
  const [row] = await db.select(Object.fromEntries(sums) as Record<SettledStatus, SQL<number>>).from(orderDays)
  return { ...row!, pending: await db.$count(orders, hasPaymentStatus(orders.paymentStatus, 'pending')) }
}

async function countOrders(db: Db, { paymentStatus, orderStatus }: StaffFilter, counts: Record<PaymentStatus, number>) {
  if (orderStatus) {
    const hasPayment = paymentStatus ? eq(orders.paymentStatus, paymentStatus) : undefined
    return db.$count(orders, and(eq(orders.orderStatus, orderStatus), hasPayment))
  }
  return paymentStatus ? counts[paymentStatus] : Object.values(counts).reduce((all, one) => all + one, 0)
}

/** An order number or id, part of a transfer's reference, or every word in the customer's names and email address. */
async function searchOrders(db: Db, q: string): Promise<Search | null> {
  const text = q.trim().replace(/^#/, '')
  const words = searchWords(text)
  if (words.length === 0) return null
  const key = referenceKey(text)
  const reference = { index: textIndexes.references, texts: [key], key: orders.id, listKey: orders.id }
  const isOrder = or(eq(orders.id, text.toLowerCase()), eq(orderNumberIn(orders.id), text.toLowerCase()))!
  return search(
    db,
    { table: orders, id: orders.id },
    [customersWith(words, orders.userId), ...(key.length >= minReferenceLength ? [reference] : [])],
    { ids: db.select({ id: orders.id }).from(orders).where(isOrder), where: isOrder },
  )
}
