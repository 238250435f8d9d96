import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { move } from '../../shared/orders/rules.ts'
import type { PaymentRequest } from '../../shared/payments/ledger-schema.ts'
import { restDue, setRest } from '../ledger/ask-for-rest.ts'
import { type PaymentChoice, requestFor } from '../ledger/create-request.ts'
import { presentRequest, type RequestRow } from '../ledger/present.ts'
import type { MutationContext } from '../events/mutation.ts'
import { loadOrder, publishOrder } from './advance.ts'
import type { OrderRow } from './present.ts'

/**
 * Records how the customer wants to pay an order, or what is missing of it, and what exactly they are asked to send. The
 * same choice returns the same amount.
 * @throws 404; 409 if the order neither is pending nor lacks a part; 422 for a token that isn't accepted on the network,
 *   with too many requests, or when every amount of two decimals is taken
 */
export async function requestPayment(
  ctx: MutationContext,
  customer: { id: string },
  orderId: string,
  choice: PaymentChoice,
): Promise<PaymentRequest> {
  const order = await loadOrder(ctx, orderId, customer.id)
  const rest = await restDue(ctx, order)
  if (!rest) move(order, 'choosePayment')
  else if (choice.twoDecimals) throw unprocessable('rest_exact', 'Only a whole payment can be asked with two decimals.')
  const request = await requestFor(ctx, order, choice, rest?.(choice))
  const chosen = rest ? await setRest(ctx, order, request.id) : await choose(ctx, order, request)
  if (chosen !== order) await publishOrder(ctx, chosen, 'payment')
  return presentFullRequest(order, request)
}

async function choose({ tx, now }: MutationContext, order: OrderRow, { id, method }: RequestRow): Promise<OrderRow> {
  if (order.requestId === id && order.paymentMethod === method) return order
  const [chosen] = await tx
    .update(orders)
    .set({ requestId: id, paymentMethod: method, updatedAt: now })
    .where(eq(orders.id, order.id))
    .returning()
  return chosen!
}

/** With where to send the money, for the order's own customer alone. */
export const presentFullRequest = (order: OrderRow, row: RequestRow): PaymentRequest => ({
  ...presentRequest(row),
  address: row.method === 'crypto' ? row.address : null,
  account: row.method === 'crypto' ? null : row.address,
  reference: order.paymentReference ?? '',
  expiresAt: order.expiresAt.getTime(),
})
