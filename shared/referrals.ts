import * as z from 'zod/mini'
import { get, Id, post, Time } from './contract.ts'

/** A person's code, and whom it brought: by first name and initial alone. */
export const Referral = z.object({
  code: z.string(),
  referred: z.array(z.object({ name: z.string(), joinedAt: Time, rewarded: z.boolean() })),
})
export type Referral = z.infer<typeof Referral>

/** `usedCode`: this person has said who brought them. */
export const ReferralStanding = { referral: z.nullable(Referral), usedCode: z.boolean() }
export type ReferralStanding = { referral: Referral | null; usedCode: boolean }

const wrong = 'Code must be 2-32 characters: letters and numbers only'
/** Spaces are stripped and letters upper-cased before it is looked at (SPEC.md §5). */
export const referralCode = (typed: string) => typed.replace(/\s+/g, '').toUpperCase()
const Code = z
  .string({ error: 'Please enter a referral code' })
  .check(
    z.maxLength(200, { error: wrong }),
    z.overwrite(referralCode),
    z.minLength(1, { error: 'Please enter a referral code', abort: true }),
    z.regex(/^[A-Z0-9]{2,32}$/, { error: wrong }),
  )

/** How long after registering somebody may still say who brought them, in milliseconds. */
export const referralWindow = 7 * 24 * 3_600_000

export const referralRoutes = {
  createReferral: post('/referral', {
    who: 'customer',
    summary: "Choose one's referral code, once",
    input: z.strictObject({ code: Code }),
    output: { referral: Referral, message: z.string() },
  }),
  referral: get('/referral/:userId', {
    who: 'customer',
    summary: "One's code and whom it brought, null without a code; and whether one used somebody's",
    output: ReferralStanding,
  }),
  findReferral: get('/referral/code/:code', {
    who: 'anyone',
    summary: 'Whether a code is somebody’s, and their first name',
    output: { referral: z.object({ code: z.string(), firstName: z.string() }) },
  }),
  useReferral: post('/referral/use', {
    who: 'customer',
    summary: 'Say who brought one here: once, within 7 days of registering',
    input: z.strictObject({ code: Code, userId: Id }),
    output: { message: z.string() },
  }),
}
