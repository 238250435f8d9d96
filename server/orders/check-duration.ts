import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import type { CheckDuration, CheckDurations } from '../../shared/orders/schema.ts'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/transactions.ts'

/** The estimate uses the latest verifications; with fewer than `minSamples` there is none. */
const maxSamples = 50
const minSamples = 10

const lastVerified = prepared('last_verified', (db) =>
  db
    .select({ paidAt: orders.paidAt, verifiedAt: orders.verifiedAt })
    .from(orders)
    .where(and(eq(orders.paymentMethod, sql.placeholder('method')), isNotNull(orders.verifiedAt)))
    .orderBy(desc(orders.verifiedAt))
    .limit(maxSamples),
)

/**
 * How long recent verifications of a payment method took, in milliseconds, without the fastest and the slowest fifth; null
 * until there are enough of them.
 */
export async function readCheckDuration(db: Db, method: PaymentMethod): Promise<CheckDuration | null> {
  const rows = await lastVerified(db, { method })
  const durationsMs = rows
    .flatMap(({ paidAt, verifiedAt }) => (paidAt && verifiedAt ? verifiedAt.getTime() - paidAt.getTime() : []))
    .toSorted((a, b) => a - b)
  if (durationsMs.length < minSamples) return null
  const quantile = (fraction: number) => durationsMs[Math.round((durationsMs.length - 1) * fraction)]!
  return { from: quantile(0.2), to: quantile(0.8) }
}

/** The same for each method of payment. */
export const readCheckDurations = async (db: Db): Promise<CheckDurations> => ({
  binance: await readCheckDuration(db, 'binance'),
  crypto: await readCheckDuration(db, 'crypto'),
  bank: await readCheckDuration(db, 'bank'),
})
