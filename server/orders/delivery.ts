import { and, eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { encrypt, type Secrets, decrypt } from '../encryption.ts'
import type { MutationContext } from '../events/mutation.ts'
import { loadOrder, publishOrder } from './advance.ts'

const purpose = 'delivery notes'

/** Encrypts a delivery note and binds it to its order, so that it can't be moved to another one. */
export const encryptDelivery = (secrets: Secrets, orderId: string, note: string) =>
  encrypt(secrets, purpose, orderId, note)

/** The text of a delivery. @throws if it was encrypted with another `APP_SECRET` */
export const decryptDelivery = (secrets: Secrets, orderId: string, encrypted: string) =>
  decrypt(secrets, purpose, orderId, encrypted)

/**
 * Decrypts an order's delivery note for its customer, and records the first opening, also the first after a change.
 * @throws 404 without one
 */
export async function readDelivery(ctx: MutationContext, userId: string, orderId: string): Promise<string> {
  const order = await loadOrder(ctx, orderId, userId)
  if (order.deliveryNote === null) throw notFound('Nothing was delivered with this order.')
  const isReopening = order.deliveryChangedAt !== null && order.deliveryReopenedAt === null
  if (order.deliveryOpenedAt === null || isReopening) {
    const [opened] = await ctx.tx
      .update(orders)
      .set({
        deliveryOpenedAt: order.deliveryOpenedAt ?? ctx.now,
        ...(isReopening && { deliveryReopenedAt: ctx.now }),
      })
      .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
      .returning()
    await publishOrder(ctx, opened!, 'completed')
  }
  return decryptDelivery(ctx.env, orderId, order.deliveryNote)
}
