import { and, eq, exists, gte, sql } from 'drizzle-orm'
import { chainTransfers, orderEvents, orders, users } from '../../drizzle/schema.ts'
import { chainNames } from '../../shared/payments/progress.ts'
import type { Network } from '../../shared/payments/schema.ts'
import { lockName } from '../db/lock-name.ts'
import type { Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { clockToleranceMs } from '../ledger/clock-tolerance.ts'
import { readRequest, type PaymentRow } from '../ledger/present.ts'
import type { OrderRow } from '../orders/present.ts'
import { verifyByStore } from '../orders/verify.ts'
import { automaticVerification, isPaused } from '../payments/pause-verification.ts'
import { findReasonForStaff } from './policy.ts'

/**
 * Verifies an order by itself if all that docs/payments.md names holds. Where only the pause is in the way, its transfer
 * is held until verification goes on.
 * @returns whether it did
 */
export async function verifyAutomatically(
  ctx: MutationContext,
  order: OrderRow,
  payment: PaymentRow,
  network: Network,
  isTrusted: boolean,
): Promise<boolean> {
  const { tx, now, env } = ctx
  if (env.chain?.policy !== 'auto') return false
  // The day's sum is read and added to by one at a time.
  await lockName(tx, automaticVerification)
  const request = await readRequest(tx, order.requestId)
  const [customer] = await tx.select({ isAdmin: users.isAdmin }).from(users).where(eq(users.id, order.userId))
  const reason = findReasonForStaff({
    policy: env.chain.policy,
    isTrusted,
    total: order.total,
    limitCents: env.chain.autoLimitCents,
    verifiedTodayCents: await sumVerifiedToday(tx, now),
    dailyCents: env.chain.autoDailyCents,
    isOwnAmount:
      payment.matchedBy === 'amount' &&
      request?.amount === payment.amount &&
      request.cents === order.total &&
      request.freedAt === null,
    isFinal: payment.state === 'final',
    isPaidInFull: order.received >= order.total,
    isPaid: order.paymentStatus === 'paid',
    isOlder: payment.happenedAt.getTime() < order.createdAt.getTime() - clockToleranceMs,
    isStaffsOwn: customer!.isAdmin,
    isClaimed: order.claimUntil !== null && order.claimUntil > now,
  })
  if (reason !== null) return false
  if (await isPaused(tx)) {
    await tx.update(chainTransfers).set({ heldAt: now }).where(eq(chainTransfers.paymentId, payment.id))
    return false
  }
  await verifyByStore(ctx, order.id, `Confirmed on ${chainNames[network]}`, {
    payment: payment.id,
    transaction: payment.sourceId,
  })
  return true
}

/** What the store has verified by itself since midnight UTC, in cents. */
async function sumVerifiedToday(tx: Tx, now: Date): Promise<number> {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const byStore = tx
    .select({ one: sql`1` })
    .from(orderEvents)
    .where(
      and(
        sql`${orderEvents.orderId} = ${orders.id}`,
        eq(orderEvents.what, 'verified'),
        eq(orderEvents.who, 'store'),
        gte(orderEvents.at, midnight),
      ),
    )
  const [row] = await tx
    .select({ cents: sql`coalesce(sum(${orders.total}), 0)`.mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.paymentMethod, 'crypto'), gte(orders.verifiedAt, midnight), exists(byStore)))
  return row!.cents
}
