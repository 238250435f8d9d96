import { and, desc, eq, gte, isNotNull } from 'drizzle-orm'
import { orderEvents, orders } from '../../drizzle/schema.ts'
import type { StorefrontFigures } from '../../shared/storefront/schema.ts'
import type { Db } from '../db/transactions.ts'

const dayMs = 86_400_000
const maxDays = 30
/** The median is that of the latest orders, up to this many. */
const maxOrders = 200

/** Of the orders' own pages, unlike the figures of every page. */
export type Durations = StorefrontFigures & { preparingMinutes: number | null }

/**
 * The median times until an order was completed, from marking as paid and from the verification, of the latest verified
 * orders of the last 30 days. Reads a bounded number of rows along an index.
 */
export async function readDurations(db: Db, now: Date): Promise<Durations> {
  const since = new Date(now.getTime() - maxDays * dayMs)
  const latest = db
    .select({ id: orders.id, paidAt: orders.paidAt, verifiedAt: orders.verifiedAt })
    .from(orders)
    .where(and(gte(orders.verifiedAt, since), isNotNull(orders.verifiedAt), isNotNull(orders.paidAt)))
    .orderBy(desc(orders.verifiedAt))
    .limit(maxOrders)
    .as('latest')
  const rows = await db
    .select({ paidAt: latest.paidAt, verifiedAt: latest.verifiedAt, readyAt: orderEvents.at })
    .from(latest)
    .innerJoin(orderEvents, and(eq(orderEvents.orderId, latest.id), eq(orderEvents.what, 'completed')))
  const minutesBetween = (from: Date, to: Date) => Math.max(1, (to.getTime() - from.getTime()) / 60_000)
  return {
    readyMinutes: median(rows.map(({ paidAt, readyAt }) => minutesBetween(paidAt!, readyAt))),
    preparingMinutes: median(rows.map(({ verifiedAt, readyAt }) => minutesBetween(verifiedAt!, readyAt))),
  }
}

/** The lower median, rounded; null for none. */
function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted.length === 0 ? null : Math.round(sorted[Math.floor((sorted.length - 1) / 2)]!)
}
