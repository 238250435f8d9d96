import { referralRoutes } from '../../shared/referrals/routes.ts'

/** Parses a typed referral code. @returns the normalised code, or why it is invalid */
export function parseCode(text: string): { code: string; error: null } | { code: null; error: string } {
  const parsed = referralRoutes.createReferral.input.safeParse({ code: text })
  return parsed.success
    ? { code: parsed.data.code, error: null }
    : { code: null, error: parsed.error.issues[0]!.message }
}
