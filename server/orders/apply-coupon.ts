import { asc, eq } from 'drizzle-orm'
import { orderLines } from '../../drizzle/schema.ts'
import { discountOf } from '../../shared/coupons.ts'
import type { Order } from '../../shared/order-calls.ts'
import { move } from '../../shared/orders.ts'
import { unacceptable } from '../../shared/refusal.ts'
import { presentCoupon } from '../coupons/find-coupon.ts'
import { giveCouponBack, reserveCoupon } from '../coupons/reserve.ts'
import type { Change } from '../stream/change.ts'
import { advance, loadOrder, tellOrder } from './advance.ts'

type Customer = { id: string; firstName: string }

/**
 * Applies a coupon to an order in place of any other, and reserves its use; null removes it.
 * @throws 404 'Invalid coupon' when it is unknown, expired or used up; 422 'Invalid coupon' when it does not fit
 */
export async function applyCoupon(
  making: Change,
  customer: Customer,
  orderId: string,
  couponId: string | null,
): Promise<Order> {
  const order = await loadOrder(making, orderId, customer.id)
  move(order, 'applyCoupon')
  // What an order holds is honoured from then on, even if it expires meanwhile.
  if (couponId === order.couponId) return tellOrder(making, order, 'coupon')
  await giveCouponBack(making, order)
  const applied = couponId
    ? await reserveFor(making, order, couponId)
    : { couponId: null, couponCode: null, discount: 0 }
  const changed = await advance(
    making,
    order,
    'applyCoupon',
    {
      what: 'coupon',
      by: { ...customer, as: 'customer' },
      note: applied.couponCode ? `${applied.couponCode} applied` : `${order.couponCode} removed`,
    },
    { ...applied, total: order.subtotal + order.fees - applied.discount },
  )
  return tellOrder(making, changed, 'coupon')
}

async function reserveFor(making: Change, order: { id: string; userId: string }, couponId: string) {
  const coupon = presentCoupon(await reserveCoupon(making, couponId, order))
  const lines = await making.tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const discount = discountOf(
    coupon,
    lines.map(({ itemId, categoryId, price, quantity }) => ({ item: itemId, category: categoryId, price, quantity })),
  )
  if (discount === 0) throw unacceptable('coupon_does_not_fit', 'Invalid coupon')
  return { couponId: coupon._id, couponCode: coupon.code, discount }
}
