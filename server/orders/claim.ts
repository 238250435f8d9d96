import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { move } from '../../shared/orders/rules.ts'
import { conflict, unprocessable } from '../../shared/api-error.ts'
import { recordAction } from '../audit/record-action.ts'
import { type DueRow, isAfterPlace } from '../db/due-rows.ts'
import type { Db } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { loadOrder, publishOrder } from './advance.ts'
import { type OrderRow, presentForStaff, readFirstName } from './present.ts'

type Staff = { id: string; firstName: string }

/** How long a claim lasts unless it is renewed. */
const claimMs = 5 * 60_000
/** How many expired claims are released at a time. */
const batchSize = 100

/** The claim columns of an order that isn't claimed. */
export const withoutClaim = { claimedBy: null, claimedAt: null, claimUntil: null }

/**
 * Claims a payment that awaits verification or an order that awaits delivery, or renews the claim (docs/rules.md, Orders).
 * @throws 409 while a colleague holds the claim, or in another state; 422 for one's own payment
 */
export async function claim(ctx: MutationContext, staff: Staff, orderId: string): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  move(order, 'claim')
  if (order.paymentStatus === 'paid') assertNotOwnOrder(order, staff)
  await assertNotClaimedByColleague(ctx, order, staff)
  const now = ctx.now
  const renewing = order.claimedBy === staff.id
  const claimed = await setClaim(ctx, order.id, {
    claimedBy: staff.id,
    claimedAt: renewing ? order.claimedAt : now,
    claimUntil: new Date(now.getTime() + claimMs),
  })
  if (!renewing) await auditClaim(ctx, staff, order.id, 'claim')
  return publishOrder(ctx, claimed, 'claimed')
}

/** Releases one's own claim; without one, the order stays as it is. */
export async function release(ctx: MutationContext, staff: Staff, orderId: string): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  if (order.claimedBy !== staff.id) return presentForStaff(ctx.tx, order)
  const released = await setClaim(ctx, order.id, withoutClaim)
  await auditClaim(ctx, staff, order.id, 'release')
  return publishOrder(ctx, released, 'released')
}

/** Orders whose claim has expired, the oldest first, in batches. */
export const findExpiredClaims = (db: Db, now = new Date(), after?: DueRow) =>
  db
    .select({ id: orders.id, dueAt: sql<Date>`${orders.claimUntil}`.mapWith(orders.claimUntil) })
    .from(orders)
    .where(
      and(isNotNull(orders.claimUntil), lte(orders.claimUntil, now), isAfterPlace(orders.claimUntil, orders.id, after)),
    )
    .orderBy(asc(orders.claimUntil), asc(orders.id))
    .limit(batchSize)

/** Releases an expired claim; one that was renewed since it was found stays. */
export async function releaseExpiredClaim(ctx: MutationContext, orderId: string, now = ctx.now) {
  const order = await loadOrder(ctx, orderId)
  if (order.claimUntil === null || order.claimUntil > now) return
  await publishOrder(ctx, await setClaim(ctx, order.id, withoutClaim), 'released')
}

/**
 * Releases the claim of someone whose last tab holding it has gone.
 * @param since when it went; a claim that was renewed later, by another process's socket, stays
 */
export async function releaseAbandonedClaim(ctx: MutationContext, userId: string, orderId: string, since: Date) {
  const order = await loadOrder(ctx, orderId)
  if (order.claimedBy !== userId || order.claimUntil!.getTime() > since.getTime() + claimMs) return
  await publishOrder(ctx, await setClaim(ctx, order.id, withoutClaim), 'released')
}

/** @throws 409 naming the colleague who holds the claim */
export async function assertNotClaimedByColleague({ tx, now }: MutationContext, order: OrderRow, staff: Staff) {
  if (order.claimedBy === null || order.claimedBy === staff.id || order.claimUntil! <= now) return
  const name = await readFirstName(tx, order.claimedBy)
  throw conflict(
    'claimed',
    `${name} is ${order.paymentStatus === 'paid' ? 'checking this payment' : 'preparing this order'}.`,
  )
}

/** @throws 422: staff can't decide on their own payment */
export function assertNotOwnOrder(order: OrderRow, staff: Staff) {
  if (order.userId === staff.id) throw unprocessable('own_order', 'A colleague has to verify your own order.')
}

/** Renewals and expiries aren't audited. */
const auditClaim = (ctx: MutationContext, { id: actorId }: Staff, subjectId: string, action: 'claim' | 'release') =>
  recordAction(ctx, { actorId, action: `order.${action}`, subject: 'order', subjectId })

async function setClaim(
  { tx }: MutationContext,
  id: string,
  claim: Pick<OrderRow, keyof typeof withoutClaim>,
): Promise<OrderRow> {
  const [row] = await tx.update(orders).set(claim).where(eq(orders.id, id)).returning()
  return row!
}
