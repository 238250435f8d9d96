import type { Referral } from '../../shared/referrals/schema.ts'

export type ReferralsState = {
  isLoaded: boolean
  own: Referral | null
  usedCode: boolean
}

export const initialReferrals = (): ReferralsState => ({ isLoaded: false, own: null, usedCode: false })
