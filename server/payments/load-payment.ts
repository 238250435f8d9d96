import { eq } from 'drizzle-orm'
import { payments } from '../../drizzle/schema.ts'
import { conflict, notFound } from '../../shared/api-error.ts'
import { forUpdate } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { loadOrder } from '../orders/advance.ts'
import type { OrderRow } from '../orders/present.ts'

/**
 * Loads a payment and its order, or the order that it is late for, and locks both until the commit, the order first.
 * @throws 404 'Payment not found'
 */
export async function loadPayment(
  ctx: MutationContext,
  id: string,
): Promise<{ payment: PaymentRow; order: OrderRow | null; late: OrderRow | null }> {
  const columns = { orderId: payments.orderId, lateOrderId: payments.lateOrderId }
  const [seen] = await ctx.tx.select(columns).from(payments).where(eq(payments.id, id))
  if (!seen) throw notFound('Payment not found')
  const { orderId, lateOrderId } = seen
  const order = orderId === null ? null : await loadOrder(ctx, orderId)
  const late = orderId === null && lateOrderId !== null ? await loadOrder(ctx, lateOrderId) : null
  const payment = await lockPayment(ctx, id)
  if (payment.orderId !== orderId || payment.lateOrderId !== lateOrderId) throw changedMeanwhile()
  return { payment, order, late }
}

/** Locks a payment until the commit, after its order. @throws 404 'Payment not found' */
export async function lockPayment({ tx }: MutationContext, id: string): Promise<PaymentRow> {
  const [payment] = await forUpdate(tx.select().from(payments).where(eq(payments.id, id)))
  if (!payment) throw notFound('Payment not found')
  return payment
}

/** 409: the payment is not as the caller has seen it. */
export const changedMeanwhile = () =>
  conflict('payment_changed', 'A colleague has just changed this transfer. Please look at it again.')
