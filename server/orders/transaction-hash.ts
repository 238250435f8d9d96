import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders.ts'
import { conflict } from '../../shared/refusal.ts'
import type { Change } from '../stream/change.ts'
import type { OrderRow } from './present.ts'

/**
 * The hash of the transaction that an order was paid with, as all networks that the store takes write it; null where
 * it was not paid by crypto, or its customer wrote something else.
 */
export function transactionHash({ paymentMethod, reference }: Pick<OrderRow, 'paymentMethod' | 'reference'>) {
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/i.exec(reference ?? '') ?? []
  return paymentMethod === 'crypto' && digits ? `0x${digits.toLowerCase()}` : null
}

/** @throws 409 when another order was verified by the same transaction */
export async function refuseUsed({ tx }: Change, order: OrderRow, hash: string) {
  const [other] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        ne(orders.id, order.id),
        or(
          eq(orders.verifiedHash, hash),
          and(eq(orders.reference, order.reference!), eq(orders.paymentMethod, 'crypto'), isNotNull(orders.verifiedAt)),
        ),
      ),
    )
    .limit(1)
  if (other) throw usedAlready(orderNumber(other.id))
}

/** @param number of the other order, where it is known */
export const usedAlready = (number?: string) =>
  conflict(
    'transaction_used',
    `${number ? `Order #${number}` : 'Another order'} was verified with this transaction already. Nothing was changed.`,
  )
