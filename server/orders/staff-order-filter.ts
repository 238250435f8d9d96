import { and, type Column, count, eq, gt, gte, inArray, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { hasOrderStatus, hasPaymentStatus, isNotPending, orderNumberIn } from '../../drizzle/conditions.ts'
import { couponRedemptions, coupons, orderLines, orders } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { findPaymentReferences } from '../../shared/orders/payment-reference.ts'
import { referenceKey } from '../../shared/orders/reference.ts'
import type { OrderStatus, PaymentStatus } from '../../shared/orders/schema.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { searchWords } from '../../shared/search-text.ts'
import { existsPerRow } from '../db/exists-per-row.ts'
import { customersWith, type Search, search, textIndexes } from '../db/text-search.ts'
import type { Db } from '../db/transactions.ts'
import { unindexed } from '../db/unindexed.ts'
import { ordersOfAmount, parseAmount } from './find-by-amount.ts'

export type StaffFilter = {
  paymentStatus?: PaymentStatus | undefined
  orderStatus?: OrderStatus | undefined
  paymentMethod?: PaymentMethod | undefined
  /** Days in UTC: `2026-01-31`. */
  from?: string | undefined
  to?: string | undefined
  /** Cents. */
  minTotal?: number | undefined
  maxTotal?: number | undefined
  item?: string | undefined
  coupon?: string | undefined
  reused?: '1' | undefined
  proved?: '1' | undefined
  q?: string | undefined
}

/** Staff's filter as conditions on orders. */
export type StaffCondition = {
  /** All of them. */
  where: SQL | undefined
  /** All but the search. */
  filters: SQL | undefined
  search: Search | null
  /** An index finds the orders themselves, at most some thousands. */
  isFew: boolean
  /**
   * Set when no index serves all of the conditions: the one that the list's own index serves. Of the orders with it, as
   * few as one may match, or none.
   */
  walked?: SQL | undefined
  isWalked: boolean
}

/**
 * The index along which a list is sorted: by age, also within a status; that of a queue, which has no days; or another,
 * which has neither statuses nor days.
 */
export type ListIndex = 'age' | 'queue' | 'other'

/** Shorter texts are part of too many references. */
const minReferenceLength = 3
/** How much of an order number finds it: less is the beginning of too many. */
const minNumberLength = 4
const numberLength = 6
/** An item with more orders is looked for order by order. */
const maxIndexedOrders = 5000

/** @throws 422 when the days or amounts are reversed */
export async function staffOrderFilter(
  db: Db,
  filter: StaffFilter,
  listIndex: ListIndex = 'age',
): Promise<StaffCondition> {
  assertRanges(filter)
  const { paymentStatus, orderStatus, item, coupon, q } = filter
  const found = q ? await searchOrders(db, q) : null
  const ofItem = item === undefined ? null : await findItemOrders(db, item)
  const ofCoupon = coupon === undefined ? undefined : inArray(orders.id, couponOrders(db, coupon))
  const isFew = !!found?.isFew || !!ofItem?.isFew || ofCoupon !== undefined
  // No other index may be chosen for rows that are found by their ids, or in a list that is sorted along one.
  const column = (one: Column): SQL => (isFew || listIndex === 'other' ? unindexed(one) : sql`${one}`)
  const isQueue = listIndex === 'queue'
  const days = placedBetween(filter, isQueue ? unindexed(orders.createdAt) : column(orders.createdAt))
  const payment = orderStatus === 'processing' ? (paymentStatus ?? 'verified') : paymentStatus
  const indexed = [
    // The queues have partial indexes. An order in processing is verified: with both conditions, theirs is sorted.
    payment === 'paid' ? hasPaymentStatus(column(orders.paymentStatus), 'paid') : undefined,
    payment && payment !== 'paid' ? eq(column(orders.paymentStatus), payment) : undefined,
    orderStatus === 'processing' ? hasOrderStatus(column(orders.orderStatus), 'processing') : undefined,
    orderStatus && orderStatus !== 'processing' ? eq(column(orders.orderStatus), orderStatus) : undefined,
    ...(isQueue ? [] : days),
  ].filter((one) => one !== undefined)
  const others = [ofItem?.where, ofCoupon, ...(isQueue ? days : []), ...otherConditions(filter)].filter(
    (one) => one !== undefined,
  )
  const filters = and(...indexed, ...others)
  const isWalked = !isFew && (others.length > 0 || (listIndex === 'other' && indexed.length > 0))
  return {
    where: and(found?.where, filters),
    filters,
    search: found,
    isFew,
    isWalked,
    walked: listIndex === 'other' ? undefined : and(...indexed),
  }
}

function assertRanges({ from, to, minTotal, maxTotal }: StaffFilter) {
  if (from && to && from > to) throw unprocessable('days_reversed', 'The first day is after the last day.')
  if (minTotal !== undefined && maxTotal !== undefined && minTotal > maxTotal)
    throw unprocessable('amounts_reversed', 'The smallest amount is above the largest.')
}

const placedBetween = ({ from, to }: StaffFilter, placedAt: SQL): (SQL | undefined)[] => [
  from ? gte(placedAt, sql.param(new Date(from), orders.createdAt)) : undefined,
  to ? lt(placedAt, sql.param(dayAfter(to), orders.createdAt)) : undefined,
]

const dayAfter = (day: string) => new Date(new Date(day).getTime() + 24 * 3_600_000)

const otherConditions = ({ paymentMethod, minTotal, maxTotal, reused, proved }: StaffFilter): (SQL | undefined)[] => [
  // Not for an index that is sorted by something else.
  paymentMethod && eq(unindexed(orders.paymentMethod), paymentMethod),
  minTotal === undefined ? undefined : gte(orders.total, minTotal),
  maxTotal === undefined ? undefined : lte(orders.total, maxTotal),
  reused && eq(orders.referenceReused, true),
  proved && and(gt(orders.received, 0), eq(orders.received, orders.total)),
]

/** The orders that hold a use of a coupon, by its id or code. */
function couponOrders(db: Db, coupon: string) {
  const isCoupon = or(eq(coupons.id, coupon), eq(coupons.code, coupon.trim().toUpperCase()))
  const ids = db.select({ id: coupons.id }).from(coupons).where(isCoupon)
  return db
    .select({ id: couponRedemptions.orderId })
    .from(couponRedemptions)
    .where(inArray(couponRedemptions.couponId, ids))
}

/** The condition for the orders of an item: by their ids, or when they are many, looked for in each order. */
async function findItemOrders(db: Db, item: string) {
  const lines = db.select({ id: orderLines.orderId }).from(orderLines).where(eq(orderLines.itemId, item))
  const [row] = await db.select({ count: count() }).from(lines.limit(maxIndexedOrders + 1).as('lines'))
  const isFew = row!.count <= maxIndexedOrders
  const ids = db.select({ id: orderLines.orderId }).from(orderLines).where(eq(orderLines.itemId, item))
  // Along the index by order.
  const inOrder = and(eq(orderLines.orderId, orders.id), eq(unindexed(orderLines.itemId), item))
  const where = isFew
    ? inArray(orders.id, ids)
    : existsPerRow(
        db
          .select({ one: sql`1` })
          .from(orderLines)
          .where(inOrder),
      )
  return { where, isFew }
}

/**
 * An order number or its beginning, an order's id, a payment code, an amount, part of a transfer's reference, or every
 * word in the customer's names and email address.
 */
async function searchOrders(db: Db, q: string): Promise<Search | null> {
  const text = q.trim().replace(/^#/, '')
  const words = searchWords(text)
  if (words.length === 0) return null
  const key = referenceKey(text)
  const amount = parseAmount(text)
  const paymentCodes = findPaymentReferences(text)
  const reference = { index: textIndexes.references, texts: [key], key: orders.id, listKey: orders.id }
  const hasNumber = startsOrderNumber(text.toLowerCase())
  const isOrder = or(
    eq(orders.id, text.toLowerCase()),
    hasNumber && and(isNotPending(orders.paymentStatus), hasNumber),
    // Read along the index by expiry, which has the ids: pending orders are few, because they expire.
    hasNumber && and(hasPaymentStatus(orders.paymentStatus, 'pending'), hasNumber),
    paymentCodes.length > 0 ? inArray(orders.paymentReference, paymentCodes) : undefined,
  )!
  return search(
    db,
    { table: orders, id: orders.id },
    [
      customersWith(words, orders.userId),
      ...(key.length >= minReferenceLength ? [reference] : []),
      ...(amount ? ordersOfAmount(amount) : []),
    ],
    { exact: { ids: db.select({ id: orders.id }).from(orders).where(isOrder), where: isOrder } },
  )
}

/** The condition for orders whose number is or starts with `text`; undefined if none can. */
function startsOrderNumber(text: string): SQL | undefined {
  const isBeginning = text.length >= minNumberLength && text.length <= numberLength && /^[0-9a-z]+$/.test(text)
  const number = orderNumberIn(orders.id)
  // As a range, because the index of neither database serves LIKE.
  return isBeginning ? and(gte(number, text), lte(number, text.padEnd(numberLength, 'z'))) : undefined
}
