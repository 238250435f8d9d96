import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { reserveAgain } from '../coupons/reserve.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotOwnOrder } from './claim.ts'
import { publishSameReference } from './same-reference.ts'

type Staff = { id: string; firstName: string }

/**
 * Reopens an order whose money arrived after it had expired, or was cancelled or rejected: it awaits verification. Its
 * discount is honoured, and the use of its coupon counts again, even beyond a limit.
 * @throws 404; 409 in any other state; 422 for one's own order
 */
export async function reopen(ctx: MutationContext, staff: Staff, orderId: string, reason: string): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  const by = { ...staff, role: 'staff' } as const
  const columns = { paidAt: ctx.now }
  const reopened = await advance(ctx, order, 'reopen', { event: 'reopened', by, note: reason }, columns)
  await reserveAgain(ctx, order)
  await notify(ctx, order.userId, {
    type: 'info',
    message: `Your order #${orderNumber(order.id)} is open again: ${reason}`,
    link: `/orders/details/${order.id}`,
  })
  await auditOrder(ctx, staff, 'reopen', order, reopened, reason)
  const published = await publishOrder(ctx, reopened, 'reopened')
  await publishSameReference(ctx, reopened)
  return published
}
