import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { hasPaymentStatus } from '../../drizzle/conditions.ts'
import { orders, users } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { type DueRow, isAfterPlace } from '../db/due-rows.ts'
import type { Db } from '../db/transactions.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { loadOrder } from './advance.ts'

const hourMs = 3_600_000
/** How many reminders are sent at a time. */
const batchSize = 100

/** A day before the expiry, or halfway to it for orders that expire within two days. */
const reminderLeadMs = (expiryHours: number) => Math.min(24, expiryHours / 2) * hourMs

/** Unpaid orders that expire soon and whose customers haven't been reminded, in batches. */
export const findOrdersExpiringSoon = (db: Db, expiryHours: number, now = new Date(), after?: DueRow) =>
  db
    .select({ id: orders.id, dueAt: orders.expiresAt })
    .from(orders)
    .where(
      and(
        hasPaymentStatus(orders.paymentStatus, 'pending'),
        isAfterPlace(orders.expiresAt, orders.id, after),
        gt(orders.expiresAt, now),
        lte(orders.expiresAt, new Date(now.getTime() + reminderLeadMs(expiryHours))),
        isNull(orders.warnedAt),
      ),
    )
    .orderBy(asc(orders.expiresAt), asc(orders.id))
    .limit(batchSize)

/** Reminds the customer, once, that an order expires soon; one that was paid or cancelled since it was found is skipped. */
export async function sendExpiryReminder(ctx: MutationContext, orderId: string, now = ctx.now) {
  const order = await loadOrder(ctx, orderId)
  if (order.paymentStatus !== 'pending' || order.warnedAt !== null || order.expiresAt <= now) return
  await ctx.tx.update(orders).set({ warnedAt: now }).where(eq(orders.id, orderId))
  const hours = Math.max(1, Math.round((order.expiresAt.getTime() - now.getTime()) / hourMs))
  await notify(ctx, order.userId, {
    type: 'warning',
    message: `Your order #${orderNumber(order.id)} is not paid yet: it expires in ${hours === 1 ? 'an hour' : `${hours} hours`}`,
    link: `/orders/${order.id}`,
  })
  const [customer] = await ctx.tx.select({ email: users.email }).from(users).where(eq(users.id, order.userId))
  ctx.mail({ kind: 'order_expiring', to: customer!.email, userId: order.userId, payload: { orderId } })
}
