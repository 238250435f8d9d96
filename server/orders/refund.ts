import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { notify } from '../notifications/notify.ts'
import { republishReviews } from '../reviews/write-review.ts'
import { takeBackPoints } from '../points/earn.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotClaimedByColleague, assertNotOwnOrder, withoutClaim } from './claim.ts'
import { emailCustomer } from './order-emails.ts'
import { publishSameReference } from './same-reference.ts'

type Staff = { id: string; firstName: string }

/**
 * Records a refund and takes back the points the order earned (docs/rules.md, Points and referrals).
 * @throws 404; 409 if the payment isn't verified, or a colleague holds the claim; 422 for one's own order
 */
export async function refund(ctx: MutationContext, staff: Staff, orderId: string, reason: string): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  await assertNotClaimedByColleague(ctx, order, staff)
  const by = { ...staff, role: 'staff' } as const
  const refunded = await advance(ctx, order, 'refund', { event: 'refunded', by, note: reason }, withoutClaim)
  await takeBackPoints(ctx, refunded)
  await notify(ctx, order.userId, {
    type: 'warning',
    message: `Your payment for order #${orderNumber(order.id)} was refunded: ${reason}`,
    link: `/orders/details/${order.id}`,
  })
  await republishReviews(ctx, order.userId, order.id)
  await auditOrder(ctx, staff, 'refund', order, refunded, reason)
  const published = await publishOrder(ctx, refunded, 'refunded')
  await publishSameReference(ctx, refunded)
  return emailCustomer(ctx, 'order_refunded', published)
}
