import { eq } from 'drizzle-orm'
import { payments } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { StaffPayment } from '../../shared/payments/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { creditOrder } from '../ledger/credit-order.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { publishPayment } from '../ledger/present-for-staff.ts'
import { paymentSearchText } from '../ledger/search-text.ts'
import { addToHistory, publishOrder } from '../orders/advance.ts'
import { assertNotOwnOrder } from '../orders/claim.ts'
import type { OrderRow } from '../orders/present.ts'
import { loadPayment } from './load-payment.ts'
import { describePayment } from './notify-customer.ts'

type Staff = { id: string; firstName: string }
type Dismissal = { reason?: string | undefined; sentBack?: string | undefined }

/**
 * Sets a payment without an order aside, with a reason, or notes that it was sent back. A payment for a closed order can
 * be sent back too. The row stays in the ledger.
 * @throws 404; 409 if it was set aside before, isn't final, or its order isn't closed; 422 for one's own order
 */
export async function dismiss(
  ctx: MutationContext,
  staff: Staff,
  id: string,
  { reason, sentBack }: Dismissal,
): Promise<StaffPayment> {
  const { payment, order, late } = await loadPayment(ctx, id)
  const own = order ?? late
  if (own) assertNotOwnOrder(own, staff)
  assertCanDismiss(payment, order, sentBack !== undefined)
  const note = reason ?? payment.note
  const [dismissed] = await ctx.tx
    .update(payments)
    .set({
      state: 'dismissed',
      note,
      refundReference: sentBack ?? null,
      searchText: paymentSearchText({ ...payment, note }),
    })
    .where(eq(payments.id, id))
    .returning()
  const credited = order && (await creditOrder(ctx, order))
  if (own && sentBack !== undefined)
    await addToHistory(ctx, own.id, 'payment', { ...staff, role: 'staff' }, `${describePayment(payment)} sent back`)
  await recordAction(ctx, {
    actorId: staff.id,
    action: sentBack === undefined ? 'payment.dismiss' : 'payment.send-back',
    subject: 'payment',
    subjectId: id,
    after: {
      ...(order && { order: `#${orderNumber(order.id)}` }),
      ...(sentBack === undefined ? { reason } : { reference: sentBack }),
    },
  })
  const shown = credited ?? late
  if (shown) await publishOrder(ctx, shown, 'payment')
  return publishPayment(ctx, dismissed!)
}

/** @throws 409 */
function assertCanDismiss({ state }: PaymentRow, order: OrderRow | null, isSentBack: boolean) {
  if (state === 'dismissed') throw conflict('dismissed', 'This transfer was already dismissed.')
  if (state !== 'final') throw conflict('not_final', 'Only a final transfer can be dismissed or sent back.')
  if (!order) return
  const isClosed = order.paymentStatus === 'cancelled' || order.paymentStatus === 'failed'
  if (!isSentBack || !isClosed) {
    throw conflict(
      'assigned',
      `This transfer belongs to order #${orderNumber(order.id)}. ${isClosed ? 'Remove it from there first.' : 'Refund the order instead.'}`,
    )
  }
}
