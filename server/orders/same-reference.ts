import { and, eq, ne } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { lockName } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type OrderRow, presentForStaff } from './present.ts'
import { hasReferenceKey, readSameReferences } from './read-same-references.ts'

/**
 * Flags every other order with this reference key, and serializes customers who pay with the same one until the commit.
 * @returns whether there is one
 */
export async function flagSameReference({ tx }: MutationContext, orderId: string, key: string): Promise<boolean> {
  await lockName(tx, `reference ${key}`)
  const others = and(hasReferenceKey(key), ne(orders.id, orderId))
  const [other] = await tx.select({ id: orders.id }).from(orders).where(others).limit(1)
  if (!other) return false
  await tx
    .update(orders)
    .set({ referenceReused: true })
    .where(and(others, eq(orders.referenceReused, false)))
  return true
}

/** Publishes to staff the orders that are linked with this one by their reference: the link shows its status. */
export async function publishSameReference({ tx, publish }: MutationContext, order: OrderRow) {
  const same = (await readSameReferences(tx, [order])).get(order.id)
  for (const { _id } of same?.orders ?? []) {
    const [row] = await tx.select().from(orders).where(eq(orders.id, _id))
    const other = await presentForStaff(tx, row!)
    publish('staff', { type: 'order.changed', data: { order: other, change: other.history.at(-1)!.what } })
  }
}
