import { and, eq } from 'drizzle-orm'
import { type orders, payments } from '../../drizzle/schema.ts'
import { isTransactionHash } from '../../shared/orders/reference.ts'
import type { MutationContext } from '../events/mutation.ts'
import { creditOrder } from './credit-order.ts'
import { publishPayment } from './present-for-staff.ts'
import { readPayments } from './present.ts'

type OrderRow = typeof orders.$inferSelect

/** Takes the transactions that staff had checked by hand from an order: they wait for the one that they belong to. */
export async function releaseTransaction(ctx: MutationContext, order: OrderRow): Promise<OrderRow> {
  const own = await readPayments(ctx.tx, order.id)
  const byHand = own.filter(({ source, sourceId }) => source === 'chain' && isTransactionHash(sourceId))
  if (byHand.length === 0) return order
  for (const { id } of byHand) {
    const [freed] = await ctx.tx
      .update(payments)
      .set({ orderId: null, matchedBy: null, matchedAt: null, matchedById: null })
      .where(and(eq(payments.id, id), eq(payments.orderId, order.id)))
      .returning()
    if (freed) await publishPayment(ctx, freed)
  }
  return creditOrder(ctx, order)
}
