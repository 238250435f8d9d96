import { and, eq, sql } from 'drizzle-orm'
import { pointsEntries, users } from '../../drizzle/schema.ts'
import { pointsFor } from '../../shared/money.ts'
import { orderNumber } from '../../shared/orders.ts'
import type { PointsEntry } from '../../shared/points.ts'
import { notify } from '../notifications/notify.ts'
import type { Change } from '../stream/change.ts'

type Row = typeof pointsEntries.$inferSelect
type Entry = Omit<typeof pointsEntries.$inferInsert, 'id' | 'createdAt'>

/** The customer's points for a verified order: one for each whole dollar of its total. */
export async function earnPoints(making: Change, order: { id: string; userId: string; total: number }) {
  const points = pointsFor(order.total)
  if (points === 0) return
  const note = `Order #${orderNumber(order.id)}`
  await addEntry(making, {
    userId: order.userId,
    source: 'order',
    orderId: order.id,
    amount: order.total,
    points,
    note,
  })
  await notify(making, order.userId, {
    type: 'success',
    message: `You earned ${points} ${points === 1 ? 'point' : 'points'} for order #${orderNumber(order.id)}`,
    link: '/profile?tab=points',
  })
}

/** What an order earned anyone is taken back, each award by an entry of its own. */
export async function takeBackPoints(making: Change, order: { id: string }) {
  const awards = await making.tx
    .select()
    .from(pointsEntries)
    .where(and(eq(pointsEntries.orderId, order.id), eq(pointsEntries.reversal, false)))
  for (const { userId, source, orderId, amount, points } of awards) {
    const note = `Order #${orderNumber(order.id)} was refunded`
    await addEntry(making, { userId, source, orderId, reversal: true, amount: -amount, points: -points, note })
  }
}

/** Adds to the ledger, and to the sum that is kept of it; the same award a second time adds nothing. */
export async function addEntry({ tx, tell }: Change, entry: Entry): Promise<void> {
  const [row] = await tx.insert(pointsEntries).values(entry).onConflictDoNothing().returning()
  if (!row) return
  const [user] = await tx
    .update(users)
    .set({ points: sql`${users.points} + ${entry.points}` })
    .where(eq(users.id, entry.userId))
    .returning({ points: users.points })
  tell(`user:${entry.userId}`, {
    type: 'points.changed',
    data: { entry: presentEntry(row), totalPoints: user!.points },
  })
  tell('staff', {
    type: 'customer.points',
    data: { userId: entry.userId, entry: presentEntry(row), totalPoints: user!.points },
  })
}

export const presentEntry = (row: Row): PointsEntry => ({
  _id: row.id,
  source: row.source,
  amount: row.amount,
  points: row.points,
  note: row.note,
  createdAt: row.createdAt.getTime(),
})
