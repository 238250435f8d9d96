import * as z from 'zod/mini'
import { get, Id, post, Time } from './contract.ts'
import { currencies } from './money.ts'

export const Currency = z.enum(currencies, { error: 'currency must be USD, INR or LKR' })

export const User = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  points: z.int(),
  currency: Currency,
  darkMode: z.boolean(),
  isAdmin: z.boolean(),
  createdAt: Time,
})
export type User = z.infer<typeof User>

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

const SignedIn = { token: z.string(), user: User, message: z.string() }

export const accountRoutes = {
  register: post('/auth/register', {
    who: 'anyone',
    summary: 'Open an account and sign in',
    input: Registration,
    output: SignedIn,
  }),
  signIn: post('/auth/login', { who: 'anyone', summary: 'Sign in', input: SignIn, output: SignedIn }),
  refresh: post('/auth/refresh', {
    who: 'anyone',
    summary: 'Exchange the refresh cookie for a new access token',
    output: SignedIn,
  }),
  signOut: post('/auth/logout', { who: 'anyone', summary: 'End this session', output: { message: z.string() } }),
  me: get('/auth/me', { who: 'customer', summary: 'Who is signed in', output: { user: User } }),
  changeCurrency: post('/auth/change-currency', {
    who: 'customer',
    summary: 'Choose the currency in which prices are shown',
    input: z.strictObject({ currency: Currency }),
    output: { user: User, message: z.string() },
  }),
  changeDarkMode: post('/auth/dark-mode', {
    who: 'customer',
    summary: 'Switch the dark look on or off',
    input: z.strictObject({ darkMode: z.boolean({ error: 'darkMode must be true or false' }) }),
    output: { user: User, message: z.string() },
  }),
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

/** Who wrote or did something, as others may see it. */
export const Person = z.object({ _id: Id, firstName: z.string(), lastName: z.string() })
