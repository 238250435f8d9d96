import { asc, eq, inArray } from 'drizzle-orm'
import { orders, paymentProofs } from '../../drizzle/schema.ts'
import { maxSameReferences, type SameProof } from '../../shared/orders/staff-schema.ts'
import type { Db, Tx } from '../db/transactions.ts'

/** How many pictures with the hashes of these orders are read. */
const maxRead = 500

/** Which pictures of these orders other orders have too, to the byte, by order id; orders without any are left out. */
export async function readSameProofs(db: Db | Tx, orderIds: string[]): Promise<Map<string, SameProof[]>> {
  if (orderIds.length === 0) return new Map()
  const own = await db
    .select({ id: paymentProofs.id, orderId: paymentProofs.orderId, hash: paymentProofs.hash })
    .from(paymentProofs)
    .where(inArray(paymentProofs.orderId, orderIds))
    .orderBy(asc(paymentProofs.createdAt), asc(paymentProofs.id))
  const hashes = [...new Set(own.map(({ hash }) => hash))]
  const all = await db
    .select({ hash: paymentProofs.hash, _id: orders.id, paymentStatus: orders.paymentStatus })
    .from(paymentProofs)
    .innerJoin(orders, eq(orders.id, paymentProofs.orderId))
    .where(inArray(paymentProofs.hash, hashes))
    .orderBy(asc(orders.id))
    .limit(maxRead)
  const same = new Map<string, SameProof[]>()
  for (const { id, orderId, hash } of own) {
    const others = all
      .filter((one) => one.hash === hash && one._id !== orderId)
      .slice(0, maxSameReferences)
      .map(({ _id, paymentStatus }) => ({ _id, paymentStatus }))
    if (others.length > 0) same.set(orderId, [...(same.get(orderId) ?? []), { proof: id, orders: others }])
  }
  return same
}
