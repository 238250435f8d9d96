import * as z from 'zod/mini'
import { Id } from '../contract.ts'
import { CurrentPassword, Email, FirstName, LastName, Password } from './login-schema.ts'
import { validatePhone } from './phone.ts'

/** `+code-number`, or empty. */
const Phone = z
  .string({ error: 'phone must be text such as +94-771234567, or empty' })
  .check(z.maxLength(40, { error: 'Phone number is invalid', abort: true }), (ctx) => {
    const message = findPhoneError(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })

function findPhoneError(phone: string): string | undefined {
  if (phone === '' || /^\+\d{1,4}-\d{1,15}$/.test(phone)) return
  const [, code, number] = /^\+?([^-]*)-?(.*)$/s.exec(phone)!
  const errors = validatePhone({ code: code!, number: number! })
  return errors.code ?? errors.number ?? 'Phone number is invalid'
}

export const Profile = z.strictObject({ firstName: FirstName, lastName: LastName, email: Email, phone: Phone })
export type Profile = z.infer<typeof Profile>

/** `password` is the current one, required when `email` changes. */
export const ProfileUpdate = z.extend(Profile, { password: z.optional(CurrentPassword) })
export type ProfileUpdate = z.infer<typeof ProfileUpdate>

/** The token in an emailed link. */
export const LinkToken = z.string({ error: 'token is missing' }).check(z.minLength(1), z.maxLength(200))

export const ForgotPassword = z.strictObject({ email: Email })
export const PasswordReset = z.strictObject({ token: LinkToken, password: Password })

export const EndSessionsInput = z.strictObject({
  password: CurrentPassword,
  /** Ends this session only. Without it, every session except the current one ends. */
  sessionId: z.optional(Id),
})
export type EndSessionsInput = z.infer<typeof EndSessionsInput>
