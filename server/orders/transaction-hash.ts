import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { conflict } from '../../shared/api-error.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { OrderRow } from './present.ts'

/**
 * The normalized hash of the transaction an order was paid with; null if it wasn't paid in crypto, or its reference isn't a
 * transaction hash.
 */
export function transactionHash({ paymentMethod, reference }: Pick<OrderRow, 'paymentMethod' | 'reference'>) {
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/i.exec(reference ?? '') ?? []
  return paymentMethod === 'crypto' && digits ? `0x${digits.toLowerCase()}` : null
}

/** @throws 409 if another order was verified with the same transaction (docs/rules.md, Orders) */
export async function assertHashUnused({ tx }: MutationContext, order: OrderRow, hash: string) {
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
  if (other) throw hashAlreadyUsed(orderNumber(other.id))
}

/** @param number the other order's number, if it is known */
export const hashAlreadyUsed = (number?: string) =>
  conflict(
    'transaction_used',
    `${number ? `Order #${number}` : 'Another order'} was already verified with this transaction. Nothing was changed.`,
  )
