import { methodLabel, type PaymentMethod } from '../../shared/payments/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { referenceKey } from '../../shared/orders/reference.ts'
import { move } from '../../shared/orders/rules.ts'
import { conflict } from '../../shared/api-error.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { assertFewOpenOrders } from './open-orders.ts'
import { flagSameReference, publishSameReference } from './same-reference.ts'

type Customer = { id: string; firstName: string }
type Payment = {
  paymentMethod?: PaymentMethod | undefined
  /** The transfer's reference or transaction hash. */
  reference?: string | undefined
  /** The discount the customer saw, in cents. */
  discountAmount?: number | undefined
}

/**
 * Records that the customer has sent the money; staff verify it (docs/rules.md, Orders).
 * @throws 404; 409 if the order isn't pending, or its discount differs from the one shown; 422 while 10 payments await
 *   verification
 */
export async function markPaid(
  ctx: MutationContext,
  customer: Customer,
  orderId: string,
  payment: Payment,
): Promise<Order> {
  const order = await loadOrder(ctx, orderId, customer.id)
  move(order, 'markPaid')
  if (payment.discountAmount !== undefined && payment.discountAmount !== order.discount) {
    throw conflict('total_changed', 'The order total has changed. Please review it.')
  }
  const paymentMethod = payment.paymentMethod ?? order.paymentMethod
  const reference = payment.reference ?? null
  const key = reference === null ? null : referenceKey(reference)
  const referenceReused = key !== null && (await flagSameReference(ctx, order.id, key))
  // Locks the customer after the other orders, as verifying one of those does.
  await assertFewOpenOrders(ctx, customer.id, 'paid')
  const paid = await advance(
    ctx,
    order,
    'markPaid',
    { event: 'paid', by: { ...customer, role: 'customer' }, note: methodLabel(paymentMethod) },
    {
      paymentMethod,
      reference,
      referenceKey: key,
      referenceReused,
      paidAt: ctx.now,
    },
  )
  const published = await publishOrder(ctx, paid, 'paid')
  await publishSameReference(ctx, paid)
  return published
}
