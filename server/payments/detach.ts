import { and, eq, inArray } from 'drizzle-orm'
import { audit, payments } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { StaffPayment } from '../../shared/payments/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { creditOrder } from '../ledger/credit-order.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { publishPayment } from '../ledger/present-for-staff.ts'
import { addToHistory, publishOrder } from '../orders/advance.ts'
import { assertNotOwnOrder } from '../orders/claim.ts'
import { loadPayment } from './load-payment.ts'
import { describePayment } from './notify-customer.ts'

const detachAction = 'payment.detach'

/**
 * Takes a payment from an order that it doesn't belong to.
 * @throws 404; 409 if it has no order, or the order was verified; 422 for one's own order
 */
export async function detach(
  ctx: MutationContext,
  staff: { id: string; firstName: string },
  id: string,
): Promise<StaffPayment> {
  const { payment, order } = await loadPayment(ctx, id)
  if (!order) throw conflict('not_assigned', 'This transfer has no order.')
  assertNotOwnOrder(order, staff)
  if (order.paymentStatus === 'verified' || order.paymentStatus === 'refunded') {
    throw conflict('order_verified', `Order #${orderNumber(order.id)} was verified with this transfer.`)
  }
  const freed = await freePayment(ctx, payment)
  const credited = await creditOrder(ctx, order)
  const note = `${describePayment(payment)} belongs to another order`
  await addToHistory(ctx, order.id, 'payment', { ...staff, role: 'staff' }, note)
  await recordAction(ctx, {
    actorId: staff.id,
    action: detachAction,
    subject: 'payment',
    subjectId: id,
    before: { order: `#${orderNumber(order.id)}` },
  })
  await publishOrder(ctx, credited, 'payment')
  return publishPayment(ctx, freed)
}

/** Takes a payment from its order without recalculating what the order has received, which the caller does. */
export async function freePayment({ tx }: MutationContext, { id, worth }: PaymentRow): Promise<PaymentRow> {
  const columns = {
    orderId: null,
    lateOrderId: null,
    matchedBy: null,
    matchedAt: null,
    matchedById: null,
    cents: worth,
  }
  const [freed] = await tx.update(payments).set(columns).where(eq(payments.id, id)).returning()
  return freed!
}

/** The payments that staff have taken from an order before: only staff assign them again. */
export async function findDetached(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .select({ id: audit.subjectId })
    .from(audit)
    .where(and(eq(audit.subject, 'payment'), inArray(audit.subjectId, ids), eq(audit.action, detachAction)))
  return new Set(rows.map(({ id }) => id))
}
