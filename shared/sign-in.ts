import * as z from 'zod/mini'
import { SignedIn, User } from './accounts.ts'
import { get, post } from './contract.ts'

/** The rules of SPEC.md §5 and their words, for the form and the server alike. */
const trimmed = (required: string, most: number) =>
  z.pipe(
    z.string({ error: required }),
    z
      .string()
      .check(z.trim(), z.minLength(1, { error: required }), z.maxLength(most, { error: `At most ${most} characters` })),
  )
export const Email = z.string({ error: 'Email is required' }).check(
  z.trim(),
  z.minLength(1, { error: 'Email is required', abort: true }),
  z.maxLength(254, { error: 'Email is invalid', abort: true }),
  z.refine((text) => /^[^\s@<>()",;:\\[\]]+@[^\s@.<>]+(\.[^\s@.<>]+)+$/.test(text), { error: 'Email is invalid' }),
  z.toLowerCase(),
)
export const NewPassword = z
  .string({ error: 'Password must be at least 6 characters' })
  .check(
    z.minLength(6, { error: 'Password must be at least 6 characters' }),
    z.maxLength(128, { error: 'Password must be at most 128 characters' }),
  )
export const FirstName = trimmed('First name is required', 60)
export const LastName = trimmed('Last name is required', 60)
const CaptchaToken = z.optional(z.string().check(z.maxLength(8000)))

export const SignIn = z.strictObject({
  email: Email,
  password: z
    .string({ error: 'Password must be at least 6 characters' })
    .check(
      z.minLength(6, { error: 'Password must be at least 6 characters' }),
      z.maxLength(128, { error: 'Password must be at most 128 characters' }),
    ),
  recaptchaToken: CaptchaToken,
  /** Of whoever has a second factor: 6 digits, or a recovery code. */
  code: z.optional(z.string().check(z.maxLength(40))),
})
export const Registration = z.strictObject({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  password: NewPassword,
  recaptchaToken: CaptchaToken,
})

export const PasswordChange = z.strictObject({
  oldPassword: z
    .string({ error: 'Current password is required' })
    .check(
      z.minLength(1, { error: 'Current password is required' }),
      z.maxLength(128, { error: 'Current password is incorrect' }),
    ),
  newPassword: z
    .string({ error: 'New password is required' })
    .check(
      z.minLength(1, { error: 'New password is required', abort: true }),
      z.minLength(6, { error: 'Password must be at least 6 characters' }),
      z.maxLength(128, { error: 'Password must be at most 128 characters' }),
    ),
})

export const signInRoutes = {
  register: post('/auth/register', {
    who: 'anyone',
    summary: 'Open an account and sign in',
    input: Registration,
    output: SignedIn,
  }),
  signIn: post('/auth/login', { who: 'anyone', summary: 'Sign in', input: SignIn, output: SignedIn }),
  changePassword: post('/auth/change-password', {
    who: 'customer',
    summary: 'Set a new password; all other sessions end',
    input: PasswordChange,
    output: { user: User, message: z.string() },
  }),
  captcha: get('/captcha/challenge', {
    who: 'anyone',
    summary: 'A proof-of-work challenge for the captcha',
    output: { parameters: z.record(z.string(), z.unknown()), signature: z.optional(z.string()) },
  }),
}
