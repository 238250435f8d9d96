import { referrals } from '../../drizzle/schema.ts'
import { referralWindow } from '../../shared/referrals.ts'
import { conflict, unacceptable } from '../../shared/refusal.ts'
import { notify } from '../notifications/notify.ts'
import type { Change } from '../stream/change.ts'
import { findReferrer, readStanding } from './read-referral.ts'

type Newcomer = { id: string; firstName: string; createdAt: Date }

/** @throws 404 for an unknown code; 422 for one's own, or too late; 409 the second time */
export async function redeemCode(making: Change, newcomer: Newcomer, typed: string) {
  const { tx, tell } = making
  const owner = await findReferrer(tx, typed)
  if (owner.id === newcomer.id) throw unacceptable('own_code', 'You can’t use your own referral code.')
  if (Date.now() - newcomer.createdAt.getTime() > referralWindow) {
    throw unacceptable('too_late', 'A referral code can be used within 7 days of registering.')
  }
  const [used] = await tx
    .insert(referrals)
    .values({ refereeId: newcomer.id, referrerId: owner.id })
    .onConflictDoNothing()
    .returning()
  if (!used) throw conflict('already_referred', 'You have already used a referral code.')
  await notify(making, owner.id, {
    type: 'info',
    message: `${newcomer.firstName} used your referral code`,
    link: '/profile?tab=points',
  })
  for (const id of [owner.id, newcomer.id]) {
    tell(`user:${id}`, { type: 'referral.changed', data: await readStanding(tx, id) })
  }
}
