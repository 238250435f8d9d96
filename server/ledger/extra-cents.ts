import type { orders } from '../../drizzle/schema.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { extraCentsOf } from './create-request.ts'
import { readPayments, readRequest } from './present.ts'

type OrderRow = typeof orders.$inferSelect

/**
 * The cents beyond an order's total that its customer was asked for, because their wallet takes two decimals only, and
 * sent: where no transfer of that token is known, staff have looked themselves.
 */
export async function readExtraCents(db: Db | Tx, order: OrderRow): Promise<number> {
  const request = await readRequest(db, order.requestId)
  const extra = request ? extraCentsOf(request) : 0
  if (!request || extra === 0) return 0
  const payments = await readPayments(db, order.id)
  const sent = payments.filter(({ state, currency }) => state === 'final' && currency === request.currency)
  const scaled = ({ amount, decimals }: { amount: string; decimals: number }) =>
    BigInt(amount) * 10n ** BigInt(18 - decimals)
  return sent.length === 0 || sent.some((payment) => scaled(payment) >= scaled(request)) ? extra : 0
}
