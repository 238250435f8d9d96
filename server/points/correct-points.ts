import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { notFound, unprocessable } from '../../shared/api-error.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { notify } from '../notifications/notify.ts'
import { addEntry } from './earn.ts'

type Correction = { points: number; reason: string }

/**
 * Adds or subtracts points through a ledger entry whose reason the customer can read (docs/rules.md, Points and referrals).
 * @throws 404; 422 for one's own points, or for more than the customer has
 */
export async function correctPoints(
  ctx: MutationContext,
  staff: { id: string },
  userId: string,
  { points, reason }: Correction,
): Promise<void> {
  const [user] = await ctx.tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!user) throw notFound('Customer not found')
  if (userId === staff.id) throw unprocessable('own_points', 'A colleague has to adjust your own points.')
  const after = (await addEntry(ctx, { userId, source: 'adjustment', orderId: null, amount: 0, points, note: reason }))!
  const before = after - points
  // Checked after the update, which locks the row against concurrent corrections.
  if (after < 0) throw unprocessable('not_enough_points', `The customer has only ${before} points.`)
  await notify(ctx, userId, {
    type: points > 0 ? 'success' : 'warning',
    message: `Your points were corrected by ${points > 0 ? '+' : '−'}${Math.abs(points)}: ${reason}`,
    link: '/profile?tab=points',
  })
  await recordAction(ctx, {
    actorId: staff.id,
    action: 'customer.correct-points',
    subject: 'customer',
    subjectId: userId,
    before: { points: before },
    after: { points: after, reason },
  })
}
