/** The form in which codes are stored and compared: without spaces, upper-cased. */
export const normalizeReferralCode = (typed: string) => typed.replace(/\s+/g, '').toUpperCase()

/** How long after registering a user can redeem a referral code. */
export const referralWindowMs = 7 * 24 * 3_600_000
