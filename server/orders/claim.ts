import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { orders } from '../../drizzle/schema.ts'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { move } from '../../shared/orders.ts'
import { conflict, unacceptable } from '../../shared/refusal.ts'
import { recordAction } from '../activity/audit.ts'
import type { Db } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'
import { loadOrder, tellOrder } from './advance.ts'
import { type OrderRow, presentForStaff } from './present.ts'

type Staff = { id: string; firstName: string }

/** How long a claim holds unless it is renewed, in milliseconds. */
const lease = 5 * 60_000
const unclaimed = { claimedBy: null, claimedAt: null, claimUntil: null }

/** Takes a waiting payment, or keeps it for longer. @throws 409 while a colleague has it; 422 for one's own order */
export async function claim(making: Change, staff: Staff, orderId: string): Promise<StaffOrder> {
  const order = await loadOrder(making, orderId)
  move(order, 'claim')
  refuseOwn(order, staff)
  await refuseClaimed(making, order, staff)
  const now = new Date()
  const kept = order.claimedBy === staff.id
  const claimedAt = kept ? order.claimedAt : now
  const claimed = await setClaim(making, order.id, {
    claimedBy: staff.id,
    claimedAt,
    claimUntil: new Date(now.getTime() + lease),
  })
  if (!kept) await claimAudit(making, staff, order.id, 'claim')
  return tellOrder(making, claimed, 'claimed')
}

/** Leaves a payment to others; one that was not taken stays as it is. */
export async function release(making: Change, staff: Staff, orderId: string): Promise<StaffOrder> {
  const order = await loadOrder(making, orderId)
  if (order.claimedBy !== staff.id) return presentForStaff(making.tx, order)
  await claimAudit(making, staff, order.id, 'release')
  return tellOrder(making, await setClaim(making, order.id, unclaimed), 'released')
}

/** Orders whose claim has run out. */
export const lapsedClaims = (db: Db, now = new Date()) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNotNull(orders.claimUntil), lte(orders.claimUntil, now)))
    .limit(100)

/** Frees a claim that nobody renewed. */
export async function lapse(making: Change, orderId: string, now = new Date()) {
  const order = await loadOrder(making, orderId)
  if (order.claimUntil === null || order.claimUntil > now) return
  await tellOrder(making, await setClaim(making, order.id, unclaimed), 'released')
}

/** What ends a claim together with the state that it was for. */
export const withoutClaim = unclaimed

/** @throws 409 naming the colleague who has it */
export async function refuseClaimed({ tx }: Change, order: OrderRow, staff: Staff) {
  if (order.claimedBy === null || order.claimedBy === staff.id || order.claimUntil! <= new Date()) return
  const { checking } = await presentForStaff(tx, order)
  throw conflict('claimed', `${checking!.name} is checking this payment.`)
}

/** @throws 422: nobody decides on money that they say they sent themselves */
export function refuseOwn(order: OrderRow, staff: Staff) {
  if (order.userId === staff.id) throw unacceptable('own_order', 'A colleague has to check your own order.')
}

/** Keeping a claim for longer, and one that runs out, are no act of anybody. */
const claimAudit = (making: Change, { id: actorId }: Staff, subjectId: string, what: 'claim' | 'release') =>
  recordAction(making, { actorId, action: `order.${what}`, subject: 'order', subjectId })

async function setClaim({ tx }: Change, id: string, claim: Pick<OrderRow, keyof typeof unclaimed>): Promise<OrderRow> {
  const [row] = await tx.update(orders).set(claim).where(eq(orders.id, id)).returning()
  return row!
}
