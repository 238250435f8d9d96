import { asc, eq } from 'drizzle-orm'
import { referralCodes, referrals, users } from '../../drizzle/schema.ts'
import { lastInitial } from '../../shared/accounts/prefs.ts'
import { normalizeReferralCode } from '../../shared/referrals/rules.ts'
import type { Referral, ReferralStatus } from '../../shared/referrals/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

/** A user's referral code and the users it referred; null without a code. */
export async function readReferral(db: Db | Tx, userId: string): Promise<Referral | null> {
  const [own] = await db.select().from(referralCodes).where(eq(referralCodes.userId, userId))
  if (!own) return null
  const referees = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      joinedAt: referrals.createdAt,
      order: referrals.rewardedOrderId,
    })
    .from(referrals)
    .innerJoin(users, eq(users.id, referrals.refereeId))
    .where(eq(referrals.referrerId, userId))
    .orderBy(asc(referrals.createdAt))
  return {
    code: own.code,
    referred: referees.map(({ firstName, lastName, joinedAt, order }) => ({
      name: `${firstName} ${lastInitial(lastName)}`,
      joinedAt: joinedAt.getTime(),
      rewarded: order !== null,
    })),
  }
}

/** A user's referral code, and whether they have redeemed someone else's. */
export async function readReferralStatus(db: Db | Tx, userId: string): Promise<ReferralStatus> {
  const [used] = await db.select({ at: referrals.createdAt }).from(referrals).where(eq(referrals.refereeId, userId))
  return { referral: await readReferral(db, userId), usedCode: used !== undefined }
}

/** Publishes a user's referral status to them. */
export async function publishReferral({ tx, publish }: MutationContext, userId: string): Promise<ReferralStatus> {
  await lockUser(tx, userId)
  const status = await readReferralStatus(tx, userId)
  publish(`user:${userId}`, { type: 'referral.changed', data: status })
  return status
}

/** Finds the owner of a referral code. @throws 404 'Invalid referral code' */
export async function findReferrer(db: Db | Tx, typed: string) {
  const code = normalizeReferralCode(typed)
  const [owner] = await db
    .select({ id: users.id, firstName: users.firstName })
    .from(referralCodes)
    .innerJoin(users, eq(users.id, referralCodes.userId))
    .where(eq(referralCodes.code, code))
  if (!owner) throw notFound('Invalid referral code')
  return { code, ...owner }
}
