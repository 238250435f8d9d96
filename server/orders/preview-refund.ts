import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { orders, pointsEntries, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { RefundPreview } from '../../shared/orders/staff-schema.ts'
import type { Db } from '../db/transactions.ts'

/** Whose points a refund of this order would take back, and their balance now. @throws 404 'Order not found' */
export async function previewRefund(db: Db, orderId: string): Promise<RefundPreview> {
  const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  if (!order) throw notFound('Order not found')
  const entries = await db
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      balance: users.points,
      points: pointsEntries.points,
    })
    .from(pointsEntries)
    .innerJoin(users, eq(users.id, pointsEntries.userId))
    .where(and(eq(pointsEntries.orderId, orderId), isNotNull(pointsEntries.orderId)))
    .orderBy(asc(pointsEntries.createdAt), asc(pointsEntries.id))
  const deductions = new Map<string, RefundPreview['deductions'][number]>()
  for (const { userId, firstName, lastName, balance, points } of entries) {
    const earlier = deductions.get(userId)?.points ?? 0
    deductions.set(userId, { user: { _id: userId, firstName, lastName }, points: earlier + points, balance })
  }
  // After a refund, awards and reversals add up to 0.
  return { deductions: [...deductions.values()].filter(({ points }) => points > 0) }
}
