import { referralRoutes } from '../../shared/referrals.ts'

/** What is wrong with a code as it was typed, or else the code. */
export function readCode(typed: string): { code: string; fault: null } | { code: null; fault: string } {
  const read = referralRoutes.createReferral.input.safeParse({ code: typed })
  return read.success ? { code: read.data.code, fault: null } : { code: null, fault: read.error.issues[0]!.message }
}
