import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import type { Change } from '../stream/change.ts'
import { loadOrder, tellOrder } from './advance.ts'

const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, 'kade', 'delivery notes', 32))

/** AES-256-GCM, bound to its order, so that a note can't be moved to another. */
export function sealNote(secret: string, orderId: string, note: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce).setAAD(Buffer.from(orderId))
  return Buffer.concat([nonce, cipher.update(note, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

export function openNote(secret: string, orderId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, 12))
    .setAAD(Buffer.from(orderId))
    .setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}

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
  return openNote(making.env.secret, orderId, order.deliveryNote)
}
