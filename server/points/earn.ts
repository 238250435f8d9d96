import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { pointsEntries, users } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { maxPoints } from '../../shared/limits.ts'
import { pointsFor } from '../../shared/money.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { formatPoints } from '../../shared/points/format-points.ts'
import type { PointsEntry } from '../../shared/points/schema.ts'
import { notify } from '../notifications/notify.ts'
import type { MutationContext } from '../events/mutation.ts'

type Row = typeof pointsEntries.$inferSelect
type Entry = Omit<typeof pointsEntries.$inferInsert, 'id' | 'createdAt'>

/**
 * Awards the customer's points for a verified order: 1 for each whole dollar of its total, and 1 for each cent that they
 * were asked for beyond it (docs/rules.md).
 */
export async function earnPoints(ctx: MutationContext, order: VerifiedOrder, extraCents = 0) {
  const points = pointsFor(order.total) + extraCents
  if (points === 0) return
  await addEntry(ctx, {
    userId: order.userId,
    source: 'order',
    orderId: order.id,
    round: roundOf(order),
    amount: order.total,
    points,
    note: `Order #${orderNumber(order.id)}`,
  })
  await notify(ctx, order.userId, {
    type: 'success',
    message: `You earned ${formatPoints(points)} for order #${orderNumber(order.id)}`,
    link: '/profile?tab=points',
  })
}

type VerifiedOrder = { id: string; userId: string; total: number; verifications: number }

/** Each verification of an order awards its points once. */
export const roundOf = ({ verifications }: { verifications: number }) => verifications - 1

/**
 * Takes back what an order earned its customer and their referrer: of each award the share that was refunded, rounded
 * down, less what was taken before.
 * @param refunded cents of the order's total, all of it by default
 */
export async function takeBackPoints(
  ctx: MutationContext,
  order: { id: string; total: number },
  note: string,
  refunded = order.total,
) {
  const entries = await ctx.tx
    .select()
    .from(pointsEntries)
    .where(and(eq(pointsEntries.orderId, order.id), isNotNull(pointsEntries.orderId)))
  const awards = entries.filter(({ reversal }) => !reversal)
  for (const award of awards.filter(
    (one) => !awards.some((other) => isSameCause(one, other) && other.round > one.round),
  )) {
    const own = entries.filter((entry) => isSameCause(entry, award))
    const held = own.reduce((sum, entry) => sum + entry.points, 0)
    const remaining = refunded >= order.total ? 0 : award.points - Math.floor((award.points * refunded) / order.total)
    if (held <= remaining) continue
    const { userId, source, orderId } = award
    const round = own.filter(({ reversal }) => reversal).length
    const heldAmount = own.reduce((sum, entry) => sum + entry.amount, 0)
    const amount = Math.max(0, order.total - refunded) - heldAmount
    await addEntry(ctx, { userId, source, orderId, round, reversal: true, amount, points: remaining - held, note })
  }
}

const isSameCause = (a: Row, b: Row) => a.userId === b.userId && a.source === b.source

/**
 * Adds a ledger entry and updates the user's total.
 * @returns the new total; null if the award was already there, which is then ignored
 * @throws 422 when the user would have more than `maxPoints`
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
    .where(and(eq(users.id, entry.userId), lte(users.points, maxPoints - Math.max(0, entry.points))))
    .returning({ points: users.points })
  if (!user) {
    throw unprocessable('too_many_points', `A customer can have at most ${maxPoints.toLocaleString('en')} points.`)
  }
  const data = { entry: presentEntry(row), totalPoints: user.points }
  publish(`user:${entry.userId}`, { type: 'points.changed', data })
  publish('staff', { type: 'customer.points', data: { userId: entry.userId, ...data } })
  return user.points
}

export const presentEntry = (row: Row): PointsEntry => ({
  _id: row.id,
  source: row.source,
  amount: row.amount,
  points: row.points,
  note: row.note,
  createdAt: row.createdAt.getTime(),
})
