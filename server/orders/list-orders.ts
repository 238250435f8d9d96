import { and, eq, inArray } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { type OrderFilter, orderFilters, type PaymentFilter, paymentFilters } from '../../shared/orders/schema.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { unindexed } from '../db/unindexed.ts'
import { presentOrders } from './present.ts'

type OrderQuery = PageQuery & { paymentStatus?: PaymentFilter | undefined; orderStatus?: OrderFilter | undefined }

const newest = newestFirst(orders)

/** A page of a user's orders, newest first. */
export async function listOrders(
  db: Db,
  userId: string,
  { paymentStatus = 'all', orderStatus = 'all', limit = 20, cursor }: OrderQuery,
) {
  const filter = and(
    eq(orders.userId, userId),
    paymentStatus === 'all' ? undefined : inArray(unindexed(orders.paymentStatus), [...paymentFilters[paymentStatus]]),
    orderStatus === 'all' ? undefined : inArray(unindexed(orders.orderStatus), [...orderFilters[orderStatus]]),
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
