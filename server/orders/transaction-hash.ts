import { isTransactionHash } from '../../shared/orders/reference.ts'
import type { OrderRow } from './present.ts'

/** The hash of the transaction an order was paid with, whatever its method; null if its reference has none. */
export const transactionHash = ({ referenceKey }: Pick<OrderRow, 'referenceKey'>) =>
  referenceKey !== null && isTransactionHash(referenceKey) ? referenceKey : null
