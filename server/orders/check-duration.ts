import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import type { CheckingTakes } from '../../shared/order-calls.ts'
import type { PaymentMethod } from '../../shared/payment.ts'
import { type Db, prepared } from '../db/transactions.ts'

/** As many verifications tell how long the next one takes; fewer than `least` tell nothing. */
const most = 50
const least = 10

const lastVerified = prepared('last_verified', (db) =>
  db
    .select({ paidAt: orders.paidAt, verifiedAt: orders.verifiedAt })
    .from(orders)
    .where(and(eq(orders.paymentMethod, sql.placeholder('method')), isNotNull(orders.verifiedAt)))
    .orderBy(desc(orders.verifiedAt))
    .limit(most),
)

/** How long the last checks by this method took, without the fastest and slowest fifth; null while too few are known. */
export async function readCheckingTakes(db: Db, method: PaymentMethod): Promise<CheckingTakes | null> {
  const rows = await lastVerified(db, { method })
  const took = rows
    .flatMap(({ paidAt, verifiedAt }) => (paidAt && verifiedAt ? verifiedAt.getTime() - paidAt.getTime() : []))
    .toSorted((a, b) => a - b)
  if (took.length < least) return null
  const at = (part: number) => took[Math.round((took.length - 1) * part)]!
  return { from: at(0.2), to: at(0.8) }
}
