import { asc, eq } from 'drizzle-orm'
import { referralCodes, referrals, users } from '../../drizzle/schema.ts'
import { type Referral, referralCode, type ReferralStanding } from '../../shared/referrals.ts'
import { notFound } from '../../shared/refusal.ts'
import type { Db, Tx } from '../db/transactions.ts'

/** A person's code and whom it brought; null without a code. */
export async function readReferral(db: Db | Tx, userId: string): Promise<Referral | null> {
  const [own] = await db.select().from(referralCodes).where(eq(referralCodes.userId, userId))
  if (!own) return null
  const brought = await db
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
    referred: brought.map(({ firstName, lastName, joinedAt, order }) => ({
      name: `${firstName} ${[...lastName][0] ?? ''}.`,
      joinedAt: joinedAt.getTime(),
      rewarded: order !== null,
    })),
  }
}

/** What a person is shown of their referrals. */
export async function readStanding(db: Db | Tx, userId: string): Promise<ReferralStanding> {
  const [used] = await db.select({ at: referrals.createdAt }).from(referrals).where(eq(referrals.refereeId, userId))
  return { referral: await readReferral(db, userId), usedCode: used !== undefined }
}

/** Whose code it is. @throws 404 'Invalid referral code' */
export async function findReferrer(db: Db | Tx, typed: string) {
  const code = referralCode(typed)
  const [owner] = await db
    .select({ id: users.id, firstName: users.firstName })
    .from(referralCodes)
    .innerJoin(users, eq(users.id, referralCodes.userId))
    .where(eq(referralCodes.code, code))
  if (!owner) throw notFound('Invalid referral code')
  return { code, ...owner }
}
