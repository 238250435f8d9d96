import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { isTransactionHash } from '../../shared/orders/reference.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { conflict } from '../../shared/api-error.ts'
import { lockName } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { OrderRow } from './present.ts'

/** The hash of the transaction an order was paid with, whatever its method; null if its reference has none. */
export const transactionHash = ({ referenceKey }: Pick<OrderRow, 'referenceKey'>) =>
  referenceKey !== null && isTransactionHash(referenceKey) ? referenceKey : null

/**
 * Serializes those who verify orders with the same transaction, until the commit.
 * @throws 409 naming the order that was verified with it (docs/rules.md, Orders)
 */
export async function assertHashUnused({ tx }: MutationContext, hash: string) {
  await lockName(tx, `transaction ${hash}`)
  const [other] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.verifiedHash, hash)).limit(1)
  if (!other) return
  throw conflict(
    'transaction_used',
    `Order #${orderNumber(other.id)} was already verified with this transaction. Nothing was changed.`,
  )
}
