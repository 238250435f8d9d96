import type { Referral } from '../../shared/referrals.ts'

export type ReferralsState = {
  /** false until it is known whether there is a code. */
  known: boolean
  own: Referral | null
  usedCode: boolean
}

export const initialReferrals = (): ReferralsState => ({ known: false, own: null, usedCode: false })
