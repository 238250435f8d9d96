import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { notify } from '../notifications/notify.ts'
import { earnPoints } from '../points/earn.ts'
import { rewardReferrer } from '../referrals/reward.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotClaimedByColleague, assertNotOwnOrder, withoutClaim } from './claim.ts'
import { emailCustomer } from './order-emails.ts'
import { publishSameReference } from './same-reference.ts'
import { assertHashUnused, transactionHash } from './transaction-hash.ts'

/**
 * Verifies a payment: the order goes into processing, its customer earns points, and their referrer is rewarded.
 * @throws 404; 409 if the order isn't paid, a colleague holds the claim, or another order was verified with the same
 *   transaction; 422 for one's own order
 */
export async function verify(
  ctx: MutationContext,
  staff: { id: string; firstName: string },
  orderId: string,
): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  await assertNotClaimedByColleague(ctx, order, staff)
  const verifiedHash = transactionHash(order)
  if (verifiedHash && order.paymentStatus === 'paid') await assertHashUnused(ctx, verifiedHash)
  const verified = await advance(
    ctx,
    order,
    'verify',
    { event: 'verified', by: { ...staff, role: 'staff' } },
    { ...withoutClaim, verifiedAt: ctx.now, verifiedHash },
  )
  await notify(ctx, order.userId, {
    type: 'success',
    message: `Your payment for order #${orderNumber(order.id)} was verified`,
    link: `/orders/details/${order.id}`,
  })
  await earnPoints(ctx, verified)
  await rewardReferrer(ctx, verified)
  await auditOrder(ctx, staff, 'verify', order, verified)
  const published = await publishOrder(ctx, verified, 'verified')
  await publishSameReference(ctx, verified)
  return emailCustomer(ctx, 'order_verified', published)
}
