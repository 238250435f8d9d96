import { referralCodes } from '../../drizzle/schema.ts'
import type { Referral } from '../../shared/referrals/schema.ts'
import { conflict } from '../../shared/api-error.ts'
import type { MutationContext } from '../events/mutation.ts'
import { publishReferral, readReferral } from './read-referral.ts'

/** Creates a user's referral code. @throws 409 if the code is taken, or the user already has one */
export async function createCode(ctx: MutationContext, userId: string, code: string): Promise<Referral> {
  const { tx, now } = ctx
  const [created] = await tx
    .insert(referralCodes)
    .values({ userId, code, createdAt: now })
    .onConflictDoNothing()
    .returning()
  if (!created) {
    if (await readReferral(tx, userId)) throw conflict('has_code', 'You already have a referral code.')
    throw conflict('code_taken', 'This code is already taken.')
  }
  const { referral } = await publishReferral(ctx, userId)
  return referral!
}
