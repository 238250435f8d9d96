import { and, count, desc, eq, gt, lte } from 'drizzle-orm'
import { orderLines, orders } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'

const dayMs = 86_400_000
export const popularDays = 90
/** Orders counted by one query: some milliseconds. */
const sliceSize = 1000
/** The newest orders that count. */
const maxOrders = 200_000

/**
 * How many orders of the last 90 days contain each item, of those that are verified now. They are read from the newest
 * on, in slices between which requests are served.
 */
export async function countSales(db: Db, now: Date): Promise<Map<string, number>> {
  const sales = new Map<string, number>()
  const from = new Date(now.getTime() - popularDays * dayMs)
  const isVerified = eq(orders.paymentStatus, 'verified')
  let until = now
  for (let counted = 0; counted < maxOrders; counted += sliceSize) {
    const [oldest] = await db
      .select({ createdAt: orders.createdAt })
      .from(orders)
      .where(and(isVerified, gt(orders.createdAt, from), lte(orders.createdAt, until)))
      .orderBy(desc(orders.createdAt))
      .limit(1)
      .offset(sliceSize)
    const after = oldest?.createdAt ?? from
    const rows = await db
      .select({ itemId: orderLines.itemId, orders: count() })
      .from(orders)
      .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
      .where(and(isVerified, gt(orders.createdAt, after), lte(orders.createdAt, until)))
      .groupBy(orderLines.itemId)
    for (const row of rows) sales.set(row.itemId, (sales.get(row.itemId) ?? 0) + row.orders)
    // More than a slice with one creation time: the next slice can't start between them, so the rest is left out.
    if (!oldest || after.getTime() === until.getTime()) break
    until = after
    await new Promise(setImmediate)
  }
  return sales
}
