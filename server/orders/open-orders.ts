import { and, eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { lockUser } from '../db/lock-user.ts'
import type { MutationContext } from '../events/mutation.ts'

/** How many orders a user may have in each of these states (docs/rules.md, Limits). */
const maxOpenOrders = 10

const refusals = {
  pending: () =>
    unprocessable('too_many_unpaid', `You have ${maxOpenOrders} unpaid orders. Pay or cancel one of them first.`),
  paid: () =>
    unprocessable(
      'too_many_unchecked',
      `We are still checking ${maxOpenOrders} of your payments. Please wait until one is verified.`,
    ),
}

/**
 * Lets nobody fill the payment queue or hold stock of coupons with orders they never pay; off with `RATE_LIMITS=off`.
 * @throws 422 if the user has 10 orders with this payment status
 */
export async function assertFewOpenOrders(
  ctx: MutationContext,
  userId: string,
  paymentStatus: keyof typeof refusals,
): Promise<void> {
  if (!ctx.env.rateLimitsEnabled) return
  await lockUser(ctx.tx, userId)
  const own = and(eq(orders.userId, userId), eq(orders.paymentStatus, paymentStatus))
  if ((await ctx.tx.$count(orders, own)) >= maxOpenOrders) {
    throw refusals[paymentStatus]()
  }
}
