import { createHash } from 'node:crypto'
import { and, count, eq, exists, lt, notInArray } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { orderEvents, orders, paymentProofs } from '../../drizzle/schema.ts'
import { notFound, unprocessable } from '../../shared/api-error.ts'
import { move, transitionError } from '../../shared/orders/rules.ts'
import type { OrderEventType } from '../../shared/orders/schema.ts'
import { maxProofs, maxProofUploads, type Proof } from '../../shared/payments/proof-schema.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import type { EncodedProof } from './encode-proof.ts'
import type { OrderRow } from './present.ts'
import { presentProof, readProofs } from './read-proofs.ts'
import { publishSameProofs } from './same-reference.ts'

type Customer = { id: string; firstName: string }

/** How long after an order has ended its pictures are kept. */
const retentionMs = 90 * 24 * 3_600_000

/**
 * Checks that a picture can be added, before it is read and encoded.
 * @throws 404; 409 unless the order waits, was rejected or has expired; 422 if it has 3 pictures or had too many
 */
export async function assertTakesProofs(db: Db | Tx, customer: { id: string }, orderId: string) {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, customer.id)))
  if (!order) throw notFound('Order not found')
  await assertMayChangeProofs(db, order)
  await assertRoom(db, orderId)
}

async function assertMayChangeProofs(db: Db | Tx, order: OrderRow) {
  move(order, 'changeProofs')
  if (order.paymentStatus !== 'cancelled') return
  // Its customer said that they won't pay it.
  if ((await countEvents(db, order.id, 'expired')) === 0) throw transitionError(order, 'changeProofs')
}

/** Pictures of a closed order don't change when it ended, by which amounts are freed and pictures deleted. */
const changedAt = ({ now }: MutationContext, order: OrderRow) => (isClosed(order) ? order.updatedAt : now)

const isClosed = ({ paymentStatus }: OrderRow) => paymentStatus === 'failed' || paymentStatus === 'cancelled'

type AddedProof = {
  proof: Proof
  /** The order is in no queue of staff. */
  isOfClosedOrder: boolean
}

/**
 * Adds a picture of the transfer to one's own order while it waits, and after it was rejected or has expired. The same
 * picture again changes nothing.
 * @throws 404; 409 in any other state; 422 if it has 3 pictures or had too many
 */
export async function addProof(
  ctx: MutationContext,
  customer: Customer,
  orderId: string,
  { bytes, width, height }: EncodedProof,
): Promise<AddedProof> {
  const order = await loadOrder(ctx, orderId, customer.id)
  await assertMayChangeProofs(ctx.tx, order)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const isSame = and(eq(paymentProofs.orderId, orderId), eq(paymentProofs.hash, hash))
  const [same] = await ctx.tx.select({ id: paymentProofs.id }).from(paymentProofs).where(isSame)
  const id = same?.id ?? newId(ctx.now.getTime())
  if (!same) {
    await assertRoom(ctx.tx, orderId)
    await ctx.tx.insert(paymentProofs).values({
      id,
      orderId,
      userId: customer.id,
      hash,
      width,
      height,
      size: bytes.length,
      createdAt: ctx.now,
      bytes,
    })
    const by = { ...customer, role: 'customer' } as const
    const columns = { updatedAt: changedAt(ctx, order) }
    await publishOrder(ctx, await advance(ctx, order, 'changeProofs', { event: 'proof', by }, columns), 'proof')
    await publishSameProofs(ctx, orderId)
  }
  const proof = presentProof((await readProofs(ctx.tx, orderId)).find((row) => row.id === id)!)
  return { proof, isOfClosedOrder: isClosed(order) }
}

/** The caller has locked the order, so that two uploads at once don't both find room. */
async function assertRoom(db: Db | Tx, orderId: string) {
  const [existing] = await db.select({ count: count() }).from(paymentProofs).where(eq(paymentProofs.orderId, orderId))
  if (existing!.count >= maxProofs) {
    throw unprocessable('too_many_proofs', `An order can have ${maxProofs} pictures. Delete one to add another.`)
  }
  if ((await countEvents(db, orderId, 'proof')) >= maxProofUploads) {
    throw unprocessable(
      'too_many_uploads',
      'You have changed the pictures of this order too often. Ask support for help.',
    )
  }
}

/** How often something is in an order's history. */
export async function countEvents(db: Db | Tx, orderId: string, what: OrderEventType): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.what, what)))
  return row!.count
}

/** Deletes a picture of one's own order. @throws 404; 409 unless the order waits, was rejected or has expired */
export async function deleteProof(
  ctx: MutationContext,
  customer: Customer,
  orderId: string,
  proofId: string,
): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId, customer.id)
  await assertMayChangeProofs(ctx.tx, order)
  const deleted = await ctx.tx
    .delete(paymentProofs)
    .where(and(eq(paymentProofs.id, proofId), eq(paymentProofs.orderId, orderId)))
    .returning({ id: paymentProofs.id })
  if (deleted.length === 0) throw notFound('Picture not found')
  const [changed] = await ctx.tx
    .update(orders)
    .set({ updatedAt: changedAt(ctx, order) })
    .where(eq(orders.id, orderId))
    .returning()
  return publishOrder(ctx, changed!, 'proof')
}

/** Deletes the pictures of orders that ended 90 days ago. */
export async function pruneProofs(db: Db, now: Date) {
  const before = new Date(now.getTime() - retentionMs)
  const hasEnded = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.id, paymentProofs.orderId),
        notInArray(orders.paymentStatus, ['pending', 'paid']),
        lt(orders.updatedAt, before),
      ),
    )
  await deleteInBatches(
    db,
    paymentProofs,
    [paymentProofs.id],
    and(lt(paymentProofs.createdAt, before), exists(hasEnded))!,
  )
}
