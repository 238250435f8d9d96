import type { StaffOrder } from '../../shared/order-calls.ts'
import { orderNumber } from '../../shared/orders.ts'
import { notify } from '../notifications/notify.ts'
import { earnPoints } from '../points/earn.ts'
import { rewardReferrer } from '../referrals/reward.ts'
import type { Change } from '../stream/change.ts'
import { advance, loadOrder, tellOrder } from './advance.ts'
import { orderAudit } from './audit.ts'
import { refuseClaimed, refuseOwn, withoutClaim } from './claim.ts'
import { refuseUsed, transactionHash } from './transaction-hash.ts'

/**
 * Staff found the money: the order is processed, its customer earns points, and whoever brought them is rewarded.
 * @throws 409 when it does not wait for this, a colleague is checking it, or another order was verified with the same
 *   crypto transaction; 422 for one's own order
 */
export async function verify(
  making: Change,
  staff: { id: string; firstName: string },
  orderId: string,
): Promise<StaffOrder> {
  const order = await loadOrder(making, orderId)
  refuseOwn(order, staff)
  await refuseClaimed(making, order, staff)
  const verifiedHash = transactionHash(order)
  if (verifiedHash && order.paymentStatus === 'paid') await refuseUsed(making, order, verifiedHash)
  const verified = await advance(
    making,
    order,
    'verify',
    { what: 'verified', by: { ...staff, as: 'staff' } },
    { ...withoutClaim, verifiedAt: new Date(), verifiedHash },
  )
  await orderAudit(making, staff, 'verify', order, verified)
  await notify(making, order.userId, {
    type: 'success',
    message: `Your payment for order #${orderNumber(order.id)} was verified`,
    link: `/orders/details/${order.id}`,
  })
  await earnPoints(making, verified)
  await rewardReferrer(making, verified)
  return tellOrder(making, verified, 'verified')
}
