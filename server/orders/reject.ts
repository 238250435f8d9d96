import type { StaffOrder } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { giveCouponBack } from '../coupons/reserve.ts'
import { notify } from '../notifications/notify.ts'
import type { Change } from '../stream/change.ts'
import { advance, loadOrder, tellOrder } from './advance.ts'
import { orderAudit } from './audit.ts'
import { refuseClaimed, refuseOwn, withoutClaim } from './claim.ts'

type Staff = { id: string; firstName: string }

/**
 * Staff did not find the money; the customer reads the reason.
 * @throws 409 when it does not wait for this, or a colleague is checking it; 422 for one's own order
 */
export async function reject(making: Change, staff: Staff, orderId: string, reason: string): Promise<StaffOrder> {
  const order = await loadOrder(making, orderId)
  refuseOwn(order, staff)
  await refuseClaimed(making, order, staff)
  const by = { ...staff, as: 'staff' } as const
  const rejected = await advance(making, order, 'reject', { what: 'rejected', by, note: reason }, withoutClaim)
  await giveCouponBack(making, order)
  await orderAudit(making, staff, 'reject', order, rejected, reason)
  await notify(making, order.userId, {
    type: 'error',
    message: `Your payment for order #${orderNumber(order.id)} could not be verified: ${reason}`,
    link: `/orders/details/${order.id}`,
  })
  return tellOrder(making, rejected, 'rejected')
}
