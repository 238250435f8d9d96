import type { StaffOrder } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { notify } from '../notifications/notify.ts'
import { retellReviews } from '../reviews/write-review.ts'
import type { Change } from '../stream/change.ts'
import { advance, loadOrder, tellOrder } from './advance.ts'
import { orderAudit } from './audit.ts'
import { sealNote } from './delivery.ts'

type Staff = { id: string; firstName: string }

/** Everything is delivered; `delivery` is for the customer's eyes alone and is kept encrypted. */
export async function complete(making: Change, staff: Staff, orderId: string, delivery?: string): Promise<StaffOrder> {
  const order = await loadOrder(making, orderId)
  const completed = await advance(
    making,
    order,
    'complete',
    { what: 'completed', by: { ...staff, as: 'staff' } },
    delivery === undefined ? {} : { deliveryNote: sealNote(making.env, order.id, delivery) },
  )
  await orderAudit(making, staff, 'complete', order, completed)
  await notify(making, order.userId, {
    type: 'success',
    message: `Your order #${orderNumber(order.id)} is ready`,
    link: `/orders/details/${order.id}`,
  })
  await retellReviews(making, order.userId, order.id)
  return tellOrder(making, completed, 'completed')
}
