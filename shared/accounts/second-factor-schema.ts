import * as z from 'zod/mini'
import { Time } from '../contract.ts'

const codeError = 'Enter the 6-digit code'

/** A code from an authenticator app; some apps show it with a space in the middle. */
export const AuthenticatorCode = z
  .string({ error: codeError })
  .check(
    z.maxLength(20, { error: codeError, abort: true }),
    z.overwrite(normalizeCode),
    z.regex(/^\d{6}$/, { error: codeError }),
  )

/** Removes spaces and dashes; recovery codes are shown in groups of five characters. */
export function normalizeCode(code: string): string {
  return code.replace(/[\s-]+/g, '').toLowerCase()
}

/** An authenticator code or a recovery code. */
export const AnyCode = z.string({ error: 'code is missing' }).check(z.minLength(1), z.maxLength(40))

export const SecondFactor = z.object({
  /** When the second factor was turned on; null when it is off. */
  since: z.nullable(Time),
  recoveryCodesLeft: z.int(),
  /** Whether the store requires one of all staff. */
  required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** A member of staff, as colleagues see them. */
export const TeamMember = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** When their second factor was turned on; null when it is off. */
  secondFactorSince: z.nullable(Time),
})
export type TeamMember = z.infer<typeof TeamMember>
