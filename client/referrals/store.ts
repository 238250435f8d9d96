import type { Referral, ReferralStatus } from '../../shared/referrals/schema.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import type { ReferralsState } from './state.ts'

type Draft = { referrals: ReferralsState }

export const referralsKey = 'referrals'

export function setReferrals(draft: Draft, { referral, usedCode }: ReferralStatus) {
  draft.referrals = { isLoaded: true, own: referral, usedCode }
}

export function setOwnCode({ referrals }: Draft, { referral }: { referral: Referral }) {
  referrals.own = referral
}

export function setCodeUsed({ referrals }: Draft) {
  referrals.usedCode = true
}

export function applyReferrals(draft: Draft, event: StreamEvent) {
  if (event.type === 'referral.changed' && event.stream === 'user') setReferrals(draft, event.data)
}
