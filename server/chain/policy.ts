/** What has to be true for the store to verify an order by itself (docs/payments.md). */
export type AutoCase = {
  policy: 'off' | 'suggest' | 'auto'
  /** Enough endpoints agree; one alone is enough only where it is the operator's own. */
  isTrusted: boolean
  total: number
  limitCents: number
  verifiedTodayCents: number
  dailyCents: number
  isOwnAmount: boolean
  isFinal: boolean
  isPaidInFull: boolean
  isPaid: boolean
  isOlder: boolean
  isStaffsOwn: boolean
  isClaimed: boolean
}

/** Why staff have to decide; null if the store verifies the order by itself. */
export function findReasonForStaff(auto: AutoCase): string | null {
  if (auto.policy !== 'auto') return 'The store only suggests.'
  if (!auto.isTrusted) return 'Only one source reports it.'
  if (!auto.isFinal) return 'It does not have enough confirmations yet.'
  if (!auto.isPaid) return 'The order does not wait for verification.'
  if (!auto.isOwnAmount) return 'The amount is not the order’s own.'
  if (!auto.isPaidInFull) return 'Something is missing.'
  if (auto.isOlder) return 'The transfer is older than the order.'
  if (auto.isStaffsOwn) return 'It is the order of a member of staff.'
  if (auto.isClaimed) return 'A colleague is checking it.'
  if (auto.total > auto.limitCents) return 'The order is above the limit.'
  if (auto.verifiedTodayCents + auto.total > auto.dailyCents) return 'Today’s limit is reached.'
  return null
}
