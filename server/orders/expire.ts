import { and, eq, lte } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { canMove, orderNumber } from '../../shared/orders.ts'
import { giveCouponBack } from '../coupons/reserve.ts'
import type { Db } from '../db/transactions.ts'
import { notify } from '../notifications/notify.ts'
import type { Change } from '../stream/change.ts'
import { advance, loadOrder, tellOrder } from './advance.ts'

/** Orders that nobody paid in time. */
export const overdueOrders = (db: Db, now = new Date()) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.paymentStatus, 'pending'), lte(orders.expiresAt, now)))
    .limit(100)

/** The store ends an order that nobody paid in time; one that was paid or cancelled just now stays. */
export async function expire(making: Change, orderId: string) {
  const order = await loadOrder(making, orderId)
  if (!canMove(order, 'expire')) return
  const expired = await advance(making, order, 'expire', { what: 'expired', by: { as: 'store' } })
  await giveCouponBack(making, order)
  await notify(making, order.userId, {
    type: 'warning',
    message: `Your order #${orderNumber(order.id)} was not paid in time and has expired`,
    link: `/orders/details/${order.id}`,
  })
  await tellOrder(making, expired, 'expired')
}
