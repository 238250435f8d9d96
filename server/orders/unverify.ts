import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { releaseTransaction } from '../ledger/release-transaction.ts'
import { notify } from '../notifications/notify.ts'
import { takeBackPoints } from '../points/earn.ts'
import { forgetReward } from '../referrals/reward.ts'
import { conflict } from '../../shared/api-error.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotClaimedByColleague, assertNotOwnOrder, withoutClaim } from './claim.ts'
import { publishSameReference } from './same-reference.ts'

type Staff = { id: string; firstName: string }

/**
 * Takes a verification back while nothing is delivered: the order awaits verification again, and the points that it
 * earned are taken back. A transaction that staff had checked by hand waits for the order that it belongs to.
 * @throws 404; 409 in any other state, once a part was refunded, or while a colleague holds the claim; 422 for one's own
 *   order
 */
export async function unverify(
  ctx: MutationContext,
  staff: Staff,
  orderId: string,
  reason: string,
): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  await assertNotClaimedByColleague(ctx, order, staff)
  const by = { ...staff, role: 'staff' } as const
  const columns = { ...withoutClaim, verifiedAt: null, verifiedHash: null }
  const unverified = await advance(ctx, order, 'unverify', { event: 'unverified', by, note: reason }, columns)
  if (order.refunded > 0) throw conflict('partly_refunded', 'A part of this order was refunded already.')
  await takeBackPoints(ctx, order, `The verification of order #${orderNumber(order.id)} was taken back`)
  await forgetReward(ctx, order)
  await notify(ctx, order.userId, {
    type: 'warning',
    message: `Your payment for order #${orderNumber(order.id)} is being checked again: ${reason}`,
    link: `/orders/details/${order.id}`,
  })
  const freed = await releaseTransaction(ctx, unverified)
  await auditOrder(ctx, staff, 'unverify', order, freed, reason)
  const published = await publishOrder(ctx, freed, 'unverified')
  await publishSameReference(ctx, freed)
  return published
}
