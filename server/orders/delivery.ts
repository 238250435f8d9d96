import { and, eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import { seal, type Secrets, unseal } from '../seal.ts'
import type { Change } from '../stream/change.ts'
import { loadOrder, tellOrder } from './advance.ts'

const use = 'delivery notes'

/** Bound to its order, so that a note can't be moved to another. */
export const sealNote = (secrets: Secrets, orderId: string, note: string) => seal(secrets, use, orderId, note)

export const openNote = (secrets: Secrets, orderId: string, sealed: string) => unseal(secrets, use, orderId, sealed)

/** What was delivered, for its customer alone; the first opening is recorded. @throws 404 when there is nothing */
export async function readDelivery(making: Change, userId: string, orderId: string): Promise<string> {
  const order = await loadOrder(making, orderId, userId)
  if (order.deliveryNote === null) throw notFound('Nothing was delivered with this order.')
  if (order.deliveryOpenedAt === null) {
    const [opened] = await making.tx
      .update(orders)
      .set({ deliveryOpenedAt: new Date() })
      .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
      .returning()
    await tellOrder(making, opened!, 'completed')
  }
  return openNote(making.env, orderId, order.deliveryNote)
}
