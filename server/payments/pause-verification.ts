import { isNotNull } from 'drizzle-orm'
import { chainPause, chainTransfers } from '../../drizzle/schema.ts'
import { recordAction } from '../audit/record-action.ts'
import { lockName } from '../db/lock-name.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

/** Whether staff have paused automatic verification, on every process. */
export const isPaused = async (db: Db | Tx): Promise<boolean> =>
  (await db.select({ id: chainPause.id }).from(chainPause)).length > 0

/** The lock that automatic verification takes too: once a pause has committed, nothing more is verified. */
export const automaticVerification = 'automatic verification'

/**
 * Pauses or resumes automatic verification. What was held meanwhile is looked at again on its chain, and verified then.
 * Repeated, it changes nothing.
 */
export async function pauseVerification(ctx: MutationContext, staff: { id: string }, on: boolean) {
  const { tx, now } = ctx
  await lockName(tx, automaticVerification)
  if ((await isPaused(tx)) === on) return
  if (on) await tx.insert(chainPause).values({ id: 1, pausedById: staff.id, pausedAt: now })
  else {
    await tx.delete(chainPause)
    await tx.update(chainTransfers).set({ settledAt: null }).where(isNotNull(chainTransfers.heldAt))
  }
  const action = on ? 'payment.pause-automatic' : 'payment.resume-automatic'
  await recordAction(ctx, { actorId: staff.id, action, subject: 'payment', subjectId: 'all' })
}
