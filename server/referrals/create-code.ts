import { referralCodes } from '../../drizzle/schema.ts'
import type { Referral } from '../../shared/referrals.ts'
import { conflict } from '../../shared/refusal.ts'
import type { Change } from '../stream/change.ts'
import { readReferral, readStanding } from './read-referral.ts'

/** @throws 409 when the code is somebody's, or this person has one already */
export async function createCode({ tx, tell }: Change, userId: string, code: string): Promise<Referral> {
  const [taken] = await tx.insert(referralCodes).values({ userId, code }).onConflictDoNothing().returning()
  if (!taken) {
    if (await readReferral(tx, userId)) throw conflict('has_code', 'You already have a referral code.')
    throw conflict('code_taken', 'This code is already taken.')
  }
  const standing = await readStanding(tx, userId)
  tell(`user:${userId}`, { type: 'referral.changed', data: standing })
  return standing.referral!
}
