import { and, asc, lte } from 'drizzle-orm'
import { hasPaymentStatus } from '../../drizzle/conditions.ts'
import { orders } from '../../drizzle/schema.ts'
import { canMove, orderNumber } from '../../shared/orders/rules.ts'
import { releaseCoupon } from '../coupons/reserve.ts'
import { type DueRow, isAfterPlace } from '../db/due-rows.ts'
import type { Db } from '../db/transactions.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'

/** How many orders are expired at a time. */
const batchSize = 100

/** Unpaid orders that are past their expiry, the oldest first, in batches. */
export const findOverdueOrders = (db: Db, now = new Date(), after?: DueRow) =>
  db
    .select({ id: orders.id, dueAt: orders.expiresAt })
    .from(orders)
    .where(
      and(
        hasPaymentStatus(orders.paymentStatus, 'pending'),
        lte(orders.expiresAt, now),
        isAfterPlace(orders.expiresAt, orders.id, after),
      ),
    )
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(batchSize)

/** Expires an unpaid order; one that was paid or cancelled since it was found stays as it is. */
export async function expire(ctx: MutationContext, orderId: string) {
  const order = await loadOrder(ctx, orderId)
  if (!canMove(order, 'expire')) return
  const expired = await advance(ctx, order, 'expire', { event: 'expired', by: { role: 'store' } })
  await releaseCoupon(ctx, order)
  await notify(ctx, order.userId, {
    type: 'warning',
    message: `Your order #${orderNumber(order.id)} was not paid in time and has expired`,
    link: `/orders/details/${order.id}`,
  })
  await publishOrder(ctx, expired, 'expired')
}
