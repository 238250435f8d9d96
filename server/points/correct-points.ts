import { eq } from 'drizzle-orm'
import { users } from '../../drizzle/schema.ts'
import { notFound, unacceptable } from '../../shared/refusal.ts'
import type { Customer } from '../../shared/staff.ts'
import { recordAction } from '../activity/audit.ts'
import { locking } from '../db/transactions.ts'
import { notify } from '../notifications/notify.ts'
import { addEntry } from '../points/earn.ts'
import type { Change } from '../stream/change.ts'
import { readCustomer } from './list-customers.ts'

type Correction = { points: number; reason: string }

/**
 * Gives or takes points by an entry in the ledger, whose reason the customer reads.
 * @throws 404; 422 for one's own points, or for more than there are
 */
export async function correctPoints(
  making: Change,
  staff: { id: string },
  userId: string,
  { points, reason }: Correction,
): Promise<Customer> {
  const { tx } = making
  const [user] = await locking(tx.select({ points: users.points }).from(users).where(eq(users.id, userId)))
  if (!user) throw notFound('Customer not found')
  if (userId === staff.id) throw unacceptable('own_points', 'A colleague has to correct your own points.')
  const after = user.points + points
  if (after < 0) throw unacceptable('not_enough_points', `There are ${user.points} points to take.`)
  await addEntry(making, { userId, source: 'adjustment', orderId: null, amount: 0, points, note: reason })
  await recordAction(making, {
    actorId: staff.id,
    action: 'customer.correct-points',
    subject: 'customer',
    subjectId: userId,
    before: { points: user.points },
    after: { points: after, reason },
  })
  await notify(making, userId, {
    type: points > 0 ? 'success' : 'warning',
    message: `Your points were corrected by ${points > 0 ? '+' : '−'}${Math.abs(points)}: ${reason}`,
    link: '/profile?tab=points',
  })
  return readCustomer(tx, userId)
}
