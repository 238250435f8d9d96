import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { isTransactionHash } from '../../shared/orders/reference.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { conflict } from '../../shared/api-error.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { OrderRow } from './present.ts'

/** The hash of the transaction an order was paid with, whatever its method; null if its reference has none. */
export const transactionHash = ({ referenceKey }: Pick<OrderRow, 'referenceKey'>) =>
  referenceKey !== null && isTransactionHash(referenceKey) ? referenceKey : null

/** @throws 409 if another order was verified with the same transaction (docs/rules.md, Orders) */
export async function assertHashUnused({ tx }: MutationContext, hash: string) {
  const [other] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.verifiedHash, hash)).limit(1)
  if (other) throw hashAlreadyUsed(orderNumber(other.id))
}

/** @param number the other order's number, if it is known */
export const hashAlreadyUsed = (number?: string) =>
  conflict(
    'transaction_used',
    `${number ? `Order #${number}` : 'Another order'} was already verified with this transaction. Nothing was changed.`,
  )
