import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { MutationContext } from '../events/mutation.ts'
import { notify } from '../notifications/notify.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { encryptDelivery } from './delivery.ts'

/**
 * Replaces the delivery of a completed order, or adds one to an order that was completed without. The customer is
 * notified; the history records that it happened, never the text.
 * @param delivery a note only the customer can read, stored encrypted
 * @throws 404; 409 in any other state
 */
export async function changeDelivery(
  ctx: MutationContext,
  staff: { id: string; firstName: string },
  orderId: string,
  delivery: string,
): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  const changed = await advance(
    ctx,
    order,
    'changeDelivery',
    { event: 'redelivered', by: { ...staff, role: 'staff' } },
    {
      deliveryNote: encryptDelivery(ctx.env, order.id, delivery),
      deliveryChangedAt: ctx.now,
      deliveryReopenedAt: null,
    },
  )
  const number = orderNumber(order.id)
  await notify(ctx, order.userId, {
    type: 'info',
    message:
      order.deliveryNote === null
        ? `Order #${number} has a delivery for you`
        : `The delivery of your order #${number} was updated`,
    link: `/orders/details/${order.id}`,
  })
  await auditOrder(ctx, staff, 'change-delivery', order, changed)
  return publishOrder(ctx, changed, 'redelivered')
}
