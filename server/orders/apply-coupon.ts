import { asc, eq } from 'drizzle-orm'
import { orderLines } from '../../drizzle/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { move } from '../../shared/orders/rules.ts'
import { releaseCoupon, reserveCoupon } from '../coupons/reserve.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'

type Customer = { id: string; firstName: string }

/**
 * Applies a coupon to an unpaid order in place of any other, and reserves a use of it (docs/rules.md, Coupons).
 * @param couponId null removes the current coupon
 * @throws 404 'Invalid coupon' if it is unknown, not started, expired or used up; 422 'Invalid coupon' if it doesn't apply to the order
 */
export async function applyCoupon(
  ctx: MutationContext,
  customer: Customer,
  orderId: string,
  couponId: string | null,
): Promise<Order> {
  const order = await loadOrder(ctx, orderId, customer.id)
  move(order, 'applyCoupon')
  // A coupon that the order has reserved stays valid, even if it has expired since.
  if (couponId === order.couponId) return publishOrder(ctx, order, 'coupon')
  await releaseCoupon(ctx, order)
  const applied = couponId ? await reserveFor(ctx, order, couponId) : { couponId: null, couponCode: null, discount: 0 }
  const changed = await advance(
    ctx,
    order,
    'applyCoupon',
    {
      event: 'coupon',
      by: { ...customer, role: 'customer' },
      note: applied.couponCode ? `${applied.couponCode} applied` : `${order.couponCode} removed`,
    },
    // Another total is another amount to send.
    { ...applied, total: order.subtotal + order.fees - applied.discount, requestId: null },
  )
  return publishOrder(ctx, changed, 'coupon')
}

async function reserveFor(ctx: MutationContext, order: { id: string; userId: string }, couponId: string) {
  const rows = await ctx.tx
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, order.id))
    .orderBy(asc(orderLines.position))
  const lines = rows.map(({ itemId, categoryId, price, quantity }) => ({
    item: itemId,
    category: categoryId,
    price,
    quantity,
  }))
  const { coupon, discount } = await reserveCoupon(ctx, couponId, { ...order, lines })
  return { couponId: coupon.id, couponCode: coupon.code, discount }
}
