import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { releaseCoupon } from '../coupons/reserve.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotClaimedByColleague, assertNotOwnOrder, withoutClaim } from './claim.ts'
import { emailCustomer } from './order-emails.ts'
import { publishSameReference } from './same-reference.ts'

type Staff = { id: string; firstName: string }

/**
 * Rejects a payment that hasn't arrived; the customer can read the reason.
 * @throws 404; 409 if the order isn't paid, or a colleague holds the claim; 422 for one's own order
 */
export async function reject(ctx: MutationContext, staff: Staff, orderId: string, reason: string): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  await assertNotClaimedByColleague(ctx, order, staff)
  const by = { ...staff, role: 'staff' } as const
  const rejected = await advance(ctx, order, 'reject', { event: 'rejected', by, note: reason }, withoutClaim)
  await releaseCoupon(ctx, order)
  await notify(ctx, order.userId, {
    type: 'error',
    message: `Your payment for order #${orderNumber(order.id)} couldn’t be verified: ${reason}`,
    link: `/orders/details/${order.id}`,
  })
  await auditOrder(ctx, staff, 'reject', order, rejected, reason)
  const published = await publishOrder(ctx, rejected, 'rejected')
  await publishSameReference(ctx, rejected)
  return emailCustomer(ctx, 'order_rejected', published)
}
