import { newId } from '../../drizzle/kit.ts'
import { refunds } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { formatMoney } from '../../shared/money.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { move, orderNumber, refundable } from '../../shared/orders/rules.ts'
import { notify } from '../notifications/notify.ts'
import { republishReviews } from '../reviews/write-review.ts'
import { takeBackPoints } from '../points/earn.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotClaimedByColleague, assertNotOwnOrder, withoutClaim } from './claim.ts'
import { emailCustomer } from './order-emails.ts'
import type { OrderRow } from './present.ts'
import { publishSameReference } from './same-reference.ts'

type Staff = { id: string; firstName: string }
type Refund = {
  reason: string
  /** Cents; all that is left by default. */
  amount?: number | undefined
  /** The outgoing transfer's. */
  reference?: string | undefined
}

/**
 * Records that money was sent back, all of it or a part, and takes back the points it earned in proportion (docs/rules.md,
 * Points and referrals). What was paid too much goes first and takes no points.
 * @throws 404; 409 if the payment isn't verified, or a colleague holds the claim; 422 for one's own order, and `too_much`
 *   for more than is left
 */
export async function refund(ctx: MutationContext, staff: Staff, orderId: string, input: Refund): Promise<StaffOrder> {
  const { reason, reference } = input
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  await assertNotClaimedByColleague(ctx, order, staff)
  move(order, 'refund')
  const left = refundable(order)
  const amount = input.amount ?? left
  if (amount > left) throw unprocessable('too_much', `At most ${formatMoney(left)} can be sent back.`)
  const refunded = await advanceRefund(ctx, order, staff, amount, reason)
  if (amount > 0) {
    const row = { id: newId(), orderId, cents: amount, reason, reference: reference ?? null, staffId: staff.id }
    await ctx.tx.insert(refunds).values({ ...row, createdAt: ctx.now })
  }
  const isWhole = refunded.paymentStatus === 'refunded'
  const surplus = Math.max(0, order.received - order.total)
  const share = isWhole ? order.total : Math.max(0, refunded.refunded - surplus)
  await takeBackPoints(ctx, order, `Order #${orderNumber(order.id)} was refunded`, share)
  await notify(ctx, order.userId, {
    type: 'warning',
    message: `${isWhole ? 'Your payment' : formatMoney(amount)} for order #${orderNumber(order.id)} was ${isWhole ? 'refunded' : 'sent back'}: ${reason}`,
    link: `/orders/details/${order.id}`,
  })
  if (isWhole) await republishReviews(ctx, order.userId, order.id)
  await auditOrder(ctx, staff, isWhole ? 'refund' : 'refund-part', order, refunded, reason, {
    refunded: amount,
    ...(reference !== undefined && { reference }),
  })
  const published = await publishOrder(ctx, refunded, isWhole ? 'refunded' : 'part_refunded')
  if (isWhole) await publishSameReference(ctx, refunded)
  return emailCustomer(ctx, 'order_refunded', published)
}

function advanceRefund(ctx: MutationContext, order: OrderRow, staff: Staff, amount: number, reason: string) {
  const by = { ...staff, role: 'staff' } as const
  const refunded = order.refunded + amount
  if (amount === refundable(order)) {
    return advance(ctx, order, 'refund', { event: 'refunded', by, note: reason }, { ...withoutClaim, refunded })
  }
  const note = `${formatMoney(amount)} sent back: ${reason}`
  return advance(ctx, order, 'refundPart', { event: 'part_refunded', by, note }, { refunded })
}
