import { eq } from 'drizzle-orm'
import { payments } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { PaymentMatch } from '../../shared/payments/ledger-schema.ts'
import type { StaffPayment } from '../../shared/payments/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { creditOrder } from '../ledger/credit-order.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { publishPayment } from '../ledger/present-for-staff.ts'
import { addToHistory, advance, loadOrder, publishOrder } from '../orders/advance.ts'
import { auditOrder } from '../orders/audit.ts'
import { assertNotOwnOrder } from '../orders/claim.ts'
import type { OrderRow } from '../orders/present.ts'
import { assertNotOthersAmount } from './assert-not-others-amount.ts'
import { describePayment, isClosed, notifyCustomer } from './notify-customer.ts'
import { lockPayment } from './load-payment.ts'

type Staff = { id: string; firstName: string }

/**
 * Assigns a payment to an order that wasn't refunded, and notifies its customer of what that means for the order. An unpaid
 * order counts as paid from then on and no longer expires.
 * @throws 404; 409 if it belongs to another order, is exactly what another one was asked for, or was sent back, or the order was refunded; 422 for one's own order
 */
export async function assign(ctx: MutationContext, staff: Staff, id: string, orderId: string): Promise<StaffPayment> {
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  const payment = await lockPayment(ctx, id)
  if (payment.refundReference !== null) throw conflict('sent_back', 'This transfer was sent back.')
  if (payment.orderId === order.id) return publishPayment(ctx, payment)
  assertFree(payment)
  await assertNotOthersAmount(ctx, order, payment)
  return assignTo(ctx, staff, order, payment, { matchedBy: 'staff', action: 'payment.assign' })
}

/** @throws 409 */
function assertFree({ orderId }: PaymentRow) {
  if (orderId !== null) {
    throw conflict('assigned', `This transfer belongs to order #${orderNumber(orderId)}. Remove it from there first.`)
  }
}

type Assignment = {
  matchedBy: PaymentMatch
  action: string
  /** What else the audit log shows. */
  details?: Record<string, unknown>
  /** What is missing is accepted. */
  isEnough?: boolean
}

/** Assigns a free payment; the caller has locked the order and the payment. @throws 409 for a refunded order */
export async function assignTo(
  ctx: MutationContext,
  staff: Staff,
  order: OrderRow,
  payment: PaymentRow,
  { matchedBy, action, details, isEnough }: Assignment,
): Promise<StaffPayment> {
  // What comes after a refund could not be given back with it.
  if (order.paymentStatus === 'refunded') {
    const message = `Order #${orderNumber(order.id)} was refunded. Keep this transfer without an order, and send it back.`
    throw conflict('order_refunded', message)
  }
  const { tx, now } = ctx
  const match = { orderId: order.id, matchedBy, matchedAt: now, matchedById: staff.id }
  // One that was dismissed by mistake counts again.
  const state = payment.state === 'dismissed' ? 'final' : payment.state
  await tx
    .update(payments)
    .set({ ...match, state })
    .where(eq(payments.id, payment.id))
  const credited = await creditOrder(ctx, order)
  await addToHistory(ctx, order.id, 'payment', { ...staff, role: 'staff' }, describePayment(payment))
  const paid = await markPaid(ctx, credited)
  // The customer of a closed order is notified when the late transfer becomes final.
  const wasNotified = payment.lateOrderId === order.id && payment.state === 'final' && isClosed(paid)
  if (!wasNotified) await notifyCustomer(ctx, order, paid, isEnough)
  const [row] = await tx.select().from(payments).where(eq(payments.id, payment.id))
  if (paid !== credited) await auditOrder(ctx, null, 'mark-paid', order, paid, undefined, { payment: payment.id })
  await recordAction(ctx, {
    actorId: staff.id,
    action,
    subject: 'payment',
    subjectId: payment.id,
    after: { ...details, order: `#${orderNumber(order.id)}`, counted: row!.cents, received: paid.received },
  })
  await publishOrder(ctx, paid, 'payment')
  return publishPayment(ctx, row!)
}

/** The store marks an unpaid order as paid when money was found for it. */
async function markPaid(ctx: MutationContext, order: OrderRow): Promise<OrderRow> {
  if (order.paymentStatus !== 'pending' || order.received === 0) return order
  const found = { event: 'paid', by: { role: 'store' }, note: 'Money was found' } as const
  return advance(ctx, order, 'markPaid', found, { paidAt: ctx.now })
}
