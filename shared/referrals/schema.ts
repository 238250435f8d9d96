import * as z from 'zod/mini'
import { Time } from '../contract.ts'
import { normalizeReferralCode } from './rules.ts'

/** A user's code and the users it referred, each by first name and initial only. */
export const Referral = z.object({
  code: z.string(),
  referred: z.array(z.object({ name: z.string(), joinedAt: Time, rewarded: z.boolean() })),
})
export type Referral = z.infer<typeof Referral>

/** `usedCode`: the user has redeemed another user's code. */
export const ReferralStatus = { referral: z.nullable(Referral), usedCode: z.boolean() }
export type ReferralStatus = { referral: Referral | null; usedCode: boolean }

const codeError = 'Code must be 2-32 characters: letters and numbers only'
export const ReferralCode = z
  .string({ error: 'Please enter a referral code' })
  .check(
    z.maxLength(200, { error: codeError }),
    z.overwrite(normalizeReferralCode),
    z.minLength(1, { error: 'Please enter a referral code', abort: true }),
    z.regex(/^[A-Z0-9]{2,32}$/, { error: codeError }),
  )
