import { and, eq, sql } from 'drizzle-orm'
import { pointsEntries, users } from '../../drizzle/schema.ts'
import { pointsFor } from '../../shared/money.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { PointsEntry } from '../../shared/points/schema.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'

type Row = typeof pointsEntries.$inferSelect
type Entry = Omit<typeof pointsEntries.$inferInsert, 'id' | 'createdAt'>

/** Awards the customer's points for a verified order: 1 for each whole dollar of its total (docs/rules.md). */
export async function earnPoints(ctx: MutationContext, order: { id: string; userId: string; total: number }) {
  const points = pointsFor(order.total)
  if (points === 0) return
  await addEntry(ctx, {
    userId: order.userId,
    source: 'order',
    orderId: order.id,
    amount: order.total,
    points,
    note: `Order #${orderNumber(order.id)}`,
  })
  await notify(ctx, order.userId, {
    type: 'success',
    message: `You earned ${points} ${points === 1 ? 'point' : 'points'} for order #${orderNumber(order.id)}`,
    link: '/profile?tab=points',
  })
}

/** Reverses everything an order earned, for its customer and their referrer, with one entry per award. */
export async function takeBackPoints(ctx: MutationContext, order: { id: string }) {
  const awards = await ctx.tx
    .select()
    .from(pointsEntries)
    .where(and(eq(pointsEntries.orderId, order.id), eq(pointsEntries.reversal, false)))
  for (const { userId, source, orderId, amount, points } of awards) {
    const note = `Order #${orderNumber(order.id)} was refunded`
    await addEntry(ctx, { userId, source, orderId, reversal: true, amount: -amount, points: -points, note })
  }
}

/**
 * Adds a ledger entry and updates the user's total.
 * @returns the new total; null if the award was already there, which is then ignored
 */
export async function addEntry({ tx, now, publish }: MutationContext, entry: Entry): Promise<number | null> {
  const [row] = await tx
    .insert(pointsEntries)
    .values({ createdAt: now, ...entry })
    .onConflictDoNothing()
    .returning()
  if (!row) return null
  const [user] = await tx
    .update(users)
    .set({ points: sql`${users.points} + ${entry.points}` })
    .where(eq(users.id, entry.userId))
    .returning({ points: users.points })
  const data = { entry: presentEntry(row), totalPoints: user!.points }
  publish(`user:${entry.userId}`, { type: 'points.changed', data })
  publish('staff', { type: 'customer.points', data: { userId: entry.userId, ...data } })
  return user!.points
}

export const presentEntry = (row: Row): PointsEntry => ({
  _id: row.id,
  source: row.source,
  amount: row.amount,
  points: row.points,
  note: row.note,
  createdAt: row.createdAt.getTime(),
})
