import { methodLabel, type Network, type PaymentMethod, type Token } from '../../shared/payments/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { referenceKey } from '../../shared/orders/reference.ts'
import { move } from '../../shared/orders/rules.ts'
import { conflict } from '../../shared/api-error.ts'
import { changeSettings } from '../accounts/change-settings.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { explainUsedTransaction } from './explain-used-transaction.ts'
import { assertFewOpenOrders } from './open-orders.ts'
import { requestFor } from '../ledger/create-request.ts'
import { type RequestRow, readRequest } from '../ledger/present.ts'
import type { OrderRow } from './present.ts'
import { flagSameReference, publishSameReference } from './same-reference.ts'

type Customer = { id: string; firstName: string; paymentMethod?: PaymentMethod | null }
type Payment = {
  paymentMethod?: PaymentMethod | undefined
  /** Of a crypto transfer. */
  network?: Network | undefined
  token?: Token | undefined
  /** The transfer's reference or transaction hash. */
  reference?: string | undefined
  /** The discount the customer saw, in cents. */
  discountAmount?: number | undefined
}

/**
 * Records that the customer has sent the money, and how they pay; staff verify it (docs/rules.md, Orders).
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
  const request = await requestOf(ctx, order, paymentMethod, payment)
  const reference = payment.reference ?? order.reference
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
      requestId: request?.id ?? null,
      reference,
      referenceKey: key,
      referenceReused,
      paidAt: ctx.now,
    },
  )
  if (customer.paymentMethod !== paymentMethod) await changeSettings(ctx, customer.id, { paymentMethod })
  await explainUsedTransaction(ctx, paid)
  const published = await publishOrder(ctx, paid, 'paid')
  await publishSameReference(ctx, paid)
  return published
}

/** What the customer was asked to send; null for crypto if they never said on which network. */
async function requestOf(
  ctx: MutationContext,
  order: OrderRow,
  method: PaymentMethod,
  { network, token }: Payment,
): Promise<RequestRow | null> {
  if (method !== 'crypto' || network || token) return requestFor(ctx, order, { method, network, token })
  const chosen = await readRequest(ctx.tx, order.requestId)
  return chosen?.method === 'crypto' ? chosen : null
}
