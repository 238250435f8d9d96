import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders.ts'
import type { Db } from '../db/transactions.ts'
import { notify } from '../notifications/notify.ts'
import type { Change } from '../stream/change.ts'
import { loadOrder } from './advance.ts'

const hour = 3_600_000

/** A day before the end; where orders live for two days or less, half of their life before it. In milliseconds. */
const warnedBefore = (expiryHours: number) => Math.min(24, expiryHours / 2) * hour

/** Orders that end soon unless they are paid, and whose customers were not told yet. */
export const ordersToWarnOf = (db: Db, expiryHours: number, now = new Date()) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.paymentStatus, 'pending'),
        gt(orders.expiresAt, now),
        lte(orders.expiresAt, new Date(now.getTime() + warnedBefore(expiryHours))),
        isNull(orders.warnedAt),
      ),
    )
    .limit(100)

/** Tells the customer, once, that an order ends soon; one that was paid or cancelled just now needs no warning. */
export async function warn(making: Change, orderId: string, now = new Date()) {
  const order = await loadOrder(making, orderId)
  if (order.paymentStatus !== 'pending' || order.warnedAt !== null || order.expiresAt <= now) return
  await making.tx.update(orders).set({ warnedAt: now }).where(eq(orders.id, orderId))
  const hours = Math.max(1, Math.round((order.expiresAt.getTime() - now.getTime()) / hour))
  await notify(making, order.userId, {
    type: 'warning',
    message: `Your order #${orderNumber(order.id)} is not paid yet: it expires in ${hours === 1 ? 'an hour' : `${hours} hours`}`,
    link: `/orders/${order.id}`,
  })
}
