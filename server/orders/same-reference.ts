import { and, eq, ne } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import { lockName } from '../db/lock-name.ts'
import type { MutationContext } from '../events/mutation.ts'
import { type OrderRow, presentForStaff } from './present.ts'
import { readSameProofs } from './read-same-proofs.ts'
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

/** Serializes customers who use these references until the commit, in one sequence, so that two don't deadlock. */
export async function lockReferences({ tx }: MutationContext, keys: string[]) {
  for (const key of keys.toSorted()) await lockName(tx, `reference ${key}`)
}

/**
 * After an order has got another reference: the only order left with the previous one is no longer flagged. Publishes to
 * staff all that had the same one.
 * @param order as it was before
 */
export async function unflagSameReference(ctx: MutationContext, order: OrderRow, previousKey: string) {
  if (!order.referenceReused) return
  const { tx, publish } = ctx
  const left = await tx.select().from(orders).where(hasReferenceKey(previousKey)).limit(2)
  if (left.length !== 1) return publishSameReference(ctx, order)
  const [row] = await tx.update(orders).set({ referenceReused: false }).where(eq(orders.id, left[0]!.id)).returning()
  const other = await presentForStaff(tx, row!)
  publish('staff', { type: 'order.changed', data: { order: other, change: other.history.at(-1)!.what } })
}

/** Publishes to staff the orders that are linked with this one by their reference: the link shows its status. */
export async function publishSameReference(ctx: MutationContext, order: OrderRow) {
  const same = (await readSameReferences(ctx.tx, [order])).get(order.id)
  await publishLinked(
    ctx,
    (same?.orders ?? []).map(({ _id }) => _id),
  )
}

/** Publishes to staff the orders that show the same pictures as this one. */
export async function publishSameProofs(ctx: MutationContext, orderId: string) {
  const same = (await readSameProofs(ctx.tx, [orderId])).get(orderId) ?? []
  await publishLinked(ctx, [...new Set(same.flatMap(({ orders: others }) => others.map(({ _id }) => _id)))])
}

async function publishLinked({ tx, publish }: MutationContext, orderIds: string[]) {
  for (const id of orderIds) {
    const [row] = await tx.select().from(orders).where(eq(orders.id, id))
    const other = await presentForStaff(tx, row!)
    publish('staff', { type: 'order.changed', data: { order: other, change: other.history.at(-1)!.what } })
  }
}
