import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { notify } from '../notifications/notify.ts'
import { republishReviews } from '../reviews/write-review.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotClaimedByColleague, withoutClaim } from './claim.ts'
import { encryptDelivery } from './delivery.ts'
import { emailCustomer } from './order-emails.ts'

type Staff = { id: string; firstName: string }

/**
 * Completes a verified order.
 * @param delivery a note only the customer can read, stored encrypted
 * @throws 409 in any other state, or while a colleague holds the claim
 */
export async function complete(
  ctx: MutationContext,
  staff: Staff,
  orderId: string,
  delivery?: string,
): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  await assertNotClaimedByColleague(ctx, order, staff)
  const completed = await advance(
    ctx,
    order,
    'complete',
    { event: 'completed', by: { ...staff, role: 'staff' } },
    {
      ...withoutClaim,
      ...(delivery !== undefined && { deliveryNote: encryptDelivery(ctx.env, order.id, delivery) }),
    },
  )
  await notify(ctx, order.userId, {
    type: 'success',
    message: `Your order #${orderNumber(order.id)} is ready`,
    link: `/orders/details/${order.id}`,
  })
  await republishReviews(ctx, order.userId, order.id)
  await auditOrder(ctx, staff, 'complete', order, completed)
  return emailCustomer(ctx, 'order_ready', await publishOrder(ctx, completed, 'completed'))
}
