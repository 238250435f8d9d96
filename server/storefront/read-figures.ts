import { and, desc, eq, gte, isNotNull } from 'drizzle-orm'
import { orderEvents, orders } from '../../drizzle/schema.ts'
import type { StorefrontFigures } from '../../shared/storefront/schema.ts'
import type { Db } from '../db/transactions.ts'

const dayMs = 86_400_000
const maxDays = 30
/** The median is that of the latest orders, up to this many. */
const maxOrders = 200

/** Computes the figures that pages show. Each reads a bounded number of rows along an index. */
export const readFigures = async (db: Db, now: Date): Promise<StorefrontFigures> => ({
  readyMinutes: await readReadyMinutes(db, now),
})

/** The median time from marking as paid to completion, of the latest verified orders of the last 30 days. */
async function readReadyMinutes(db: Db, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - maxDays * dayMs)
  const latest = db
    .select({ id: orders.id, paidAt: orders.paidAt })
    .from(orders)
    .where(and(gte(orders.verifiedAt, since), isNotNull(orders.verifiedAt), isNotNull(orders.paidAt)))
    .orderBy(desc(orders.verifiedAt))
    .limit(maxOrders)
    .as('latest')
  const rows = await db
    .select({ paidAt: latest.paidAt, readyAt: orderEvents.at })
    .from(latest)
    .innerJoin(orderEvents, and(eq(orderEvents.orderId, latest.id), eq(orderEvents.what, 'completed')))
  const minutes = rows.map(({ paidAt, readyAt }) => Math.max(1, (readyAt.getTime() - paidAt!.getTime()) / 60_000))
  return median(minutes)
}

/** The lower median, rounded; null for none. */
function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted.length === 0 ? null : Math.round(sorted[Math.floor((sorted.length - 1) / 2)]!)
}
