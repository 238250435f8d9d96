import { and, exists, isNull, lt, notInArray, sql } from 'drizzle-orm'
import { orders, paymentRequests } from '../../drizzle/schema.ts'
import type { Db } from '../db/transactions.ts'

/** How long after its end an order's own amount is kept, so that a late transfer isn't taken for another order's. */
const retentionMs = 7 * 24 * 3_600_000

/** Lets other orders be asked for the amounts of orders that ended long ago. */
export async function freeAmounts(db: Db, now: Date) {
  const hasEnded = db
    .select({ one: sql`1` })
    .from(orders)
    .where(
      and(
        sql`${orders.id} = ${paymentRequests.orderId}`,
        notInArray(orders.paymentStatus, ['pending', 'paid']),
        lt(orders.updatedAt, new Date(now.getTime() - retentionMs)),
      ),
    )
  await db
    .update(paymentRequests)
    .set({ freedAt: now })
    .where(and(isNull(paymentRequests.freedAt), exists(hasEnded)))
}
