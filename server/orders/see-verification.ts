import { eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { conflict } from '../../shared/api-error.ts'
import type { MutationContext } from '../events/mutation.ts'
import { loadOrder, publishOrder } from './advance.ts'

/**
 * Records that an order's customer has seen its verification happen, so that no other device stages it again. Only the
 * first time counts, also where the verification was taken back since and given again.
 * @throws 404; 409 unless the order is verified
 */
export async function seeVerification(ctx: MutationContext, userId: string, orderId: string): Promise<void> {
  const order = await loadOrder(ctx, orderId, userId)
  if (order.verificationSeenAt !== null) return
  if (order.paymentStatus !== 'verified') throw conflict('order_not_verified', 'This order is not verified.')
  const [seen] = await ctx.tx
    .update(orders)
    .set({ verificationSeenAt: ctx.now })
    .where(eq(orders.id, orderId))
    .returning()
  await publishOrder(ctx, seen!, 'verified')
}
