import type { Order } from '../../shared/orders/schema.ts'
import { releaseCoupon } from '../coupons/reserve.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'

/** Cancels an unpaid order for its customer. @throws 404; 409 if it is past that state */
export async function cancel(
  ctx: MutationContext,
  customer: { id: string; firstName: string },
  orderId: string,
): Promise<Order> {
  const order = await loadOrder(ctx, orderId, customer.id)
  const cancelled = await advance(ctx, order, 'cancel', { event: 'cancelled', by: { ...customer, role: 'customer' } })
  await releaseCoupon(ctx, order)
  return publishOrder(ctx, cancelled, 'cancelled')
}
