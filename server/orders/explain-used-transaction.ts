import { and, eq, ne } from 'drizzle-orm'
import { chainTransfers, orders, payments } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { MutationContext } from '../events/mutation.ts'
import { notify } from '../notifications/notify.ts'
import type { OrderRow } from './present.ts'
import { transactionHash } from './transaction-hash.ts'

/** Tells the customer when the transaction that they gave has paid another order. Staff see which one. */
export async function explainUsedTransaction(ctx: MutationContext, order: OrderRow) {
  const hash = transactionHash(order)
  if (!hash || !(await isUsed(ctx, order, hash))) return
  await notify(ctx, order.userId, {
    type: 'warning',
    message: `The transaction that you gave for order #${orderNumber(order.id)} was used already, for another payment. If you have sent another one, write to support with its hash.`,
    link: `/orders/details/${order.id}`,
  })
}

/** Whether it has paid another order, and none of its transfers belongs to this one or is free. */
async function isUsed({ tx }: MutationContext, { id }: OrderRow, hash: string): Promise<boolean> {
  const isOther = and(eq(orders.verifiedHash, hash), ne(orders.id, id))
  const [verified] = await tx.select({ id: orders.id }).from(orders).where(isOther).limit(1)
  if (verified) return true
  const byHand = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(and(eq(payments.source, 'chain'), eq(payments.sourceId, hash)))
  const found = await tx
    .select({ orderId: payments.orderId })
    .from(chainTransfers)
    .innerJoin(payments, eq(payments.id, chainTransfers.paymentId))
    .where(eq(chainTransfers.hash, hash))
  const all = [...byHand, ...found]
  return all.length > 0 && all.every(({ orderId }) => orderId !== null && orderId !== id)
}
