import type { Order } from '../../shared/order-calls.ts'
import { giveCouponBack } from '../coupons/reserve.ts'
import type { Change } from '../stream/change.ts'
import { advance, loadOrder, tellOrder } from './advance.ts'

/** The customer calls an order off that is not paid. @throws 409 when it is past that */
export async function cancel(
  making: Change,
  customer: { id: string; firstName: string },
  orderId: string,
): Promise<Order> {
  const order = await loadOrder(making, orderId, customer.id)
  const cancelled = await advance(making, order, 'cancel', { what: 'cancelled', by: { ...customer, as: 'customer' } })
  await giveCouponBack(making, order)
  return tellOrder(making, cancelled, 'cancelled')
}
