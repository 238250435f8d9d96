import * as z from 'zod/mini'
import { User } from './accounts.ts'
import { get, Id, post, Time } from './contract.ts'
import { findPhoneFaults } from './phone.ts'
import { Email, FirstName, LastName, NewPassword, PasswordChange } from './sign-in.ts'

/** `+code-number`, or empty. */
const Phone = z
  .string({ error: 'phone must be text, such as +94-771234567, or empty' })
  .check(z.maxLength(40, { error: 'Phone number is invalid', abort: true }), (ctx) => {
    const message = faultOf(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', message, input: ctx.value })
  })

function faultOf(phone: string): string | undefined {
  if (phone === '' || /^\+\d{1,4}-\d{1,15}$/.test(phone)) return
  const [, code, number] = /^\+?([^-]*)-?(.*)$/s.exec(phone)!
  const faults = findPhoneFaults({ code: code!, number: number! })
  return faults.code ?? faults.number ?? 'Phone number is invalid'
}

export const Profile = z.strictObject({ firstName: FirstName, lastName: LastName, email: Email, phone: Phone })
export type Profile = z.infer<typeof Profile>

/** What a link in an e-mail carries. */
const LinkToken = z.string({ error: 'token is missing' }).check(z.minLength(1), z.maxLength(200))

export const ForgottenPassword = z.strictObject({ email: Email })
export const PasswordReset = z.strictObject({ token: LinkToken, password: NewPassword })

/** Where one is signed in; `current` is where one asks. */
export const OwnSession = z.object({
  _id: z.string(),
  userAgent: z.string(),
  createdAt: Time,
  expiresAt: Time,
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

export const SessionEnding = z.strictObject({
  password: PasswordChange.shape.oldPassword,
  /** All others than the one that asks, without it. */
  sessionId: z.optional(Id),
})
export type SessionEnding = z.infer<typeof SessionEnding>

export const profileRoutes = {
  updateProfile: post('/auth/update', {
    who: 'customer',
    summary: 'Change name and phone; a new e-mail address counts once the link sent to it is opened',
    input: Profile,
    output: { user: User, message: z.string() },
  }),
  confirmEmail: post('/auth/confirm-email', {
    who: 'anyone',
    summary: 'Take a new e-mail address with the token of the link sent to it',
    input: z.strictObject({ token: LinkToken }),
    output: { message: z.string() },
  }),
  forgotPassword: post('/auth/forgot-password', {
    who: 'anyone',
    summary: 'Have a link sent with which to set a new password; the same answer for every address',
    input: ForgottenPassword,
    output: { message: z.string() },
  }),
  resetPassword: post('/auth/reset-password', {
    who: 'anyone',
    summary: 'Set a new password with the token of such a link; all sessions end',
    input: PasswordReset,
    output: { message: z.string() },
  }),
  ownSessions: get('/auth/sessions', {
    who: 'customer',
    summary: 'Where one is signed in, the newest first',
    output: { data: z.array(OwnSession) },
  }),
  endOwnSessions: post('/auth/sessions/end', {
    who: 'customer',
    summary: 'Sign oneself out on another device, or on all others, with the present password',
    input: SessionEnding,
    output: { ended: z.int(), message: z.string() },
  }),
}
