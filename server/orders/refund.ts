import type { StaffOrder } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { notify } from '../notifications/notify.ts'
import { retellReviews } from '../reviews/write-review.ts'
import { takeBackPoints } from '../points/earn.ts'
import type { Change } from '../stream/change.ts'
import { advance, loadOrder, tellOrder } from './advance.ts'
import { orderAudit } from './audit.ts'
import { refuseOwn } from './claim.ts'

type Staff = { id: string; firstName: string }

/** The money was sent back: what the order earned anyone is taken back with it. */
export async function refund(making: Change, staff: Staff, orderId: string, reason: string): Promise<StaffOrder> {
  const order = await loadOrder(making, orderId)
  refuseOwn(order, staff)
  const by = { ...staff, as: 'staff' } as const
  const refunded = await advance(making, order, 'refund', { what: 'refunded', by, note: reason })
  await orderAudit(making, staff, 'refund', order, refunded, reason)
  await takeBackPoints(making, refunded)
  await notify(making, order.userId, {
    type: 'warning',
    message: `Your payment for order #${orderNumber(order.id)} was refunded: ${reason}`,
    link: `/orders/details/${order.id}`,
  })
  await retellReviews(making, order.userId, order.id)
  return tellOrder(making, refunded, 'refunded')
}
