import * as z from 'zod/mini'
import { hasInvisible, isVisible, withoutControls } from '../text.ts'

// The form and the server validate with the same schemas, so both show the same messages.
const nameField = (name: string, maxLength: number) =>
  z.pipe(
    z.string({ error: `${name} is required` }),
    z
      .string()
      .check(
        z.trim(),
        isVisible(`${name} is required`),
        z.maxLength(maxLength, { error: `At most ${maxLength} characters` }),
        withoutControls(name),
      ),
  )

const emailField = (pattern: RegExp) =>
  z.string({ error: 'Email is required' }).check(
    z.trim(),
    z.minLength(1, { error: 'Email is required', abort: true }),
    z.maxLength(254, { error: 'Email is invalid', abort: true }),
    z.refine((text) => pattern.test(text) && !hasInvisible(text), { error: 'Email is invalid' }),
    z.toLowerCase(),
  )

/** The domain consists of labels of ASCII letters, digits and inner hyphens; others are written in Punycode. */
export const Email = emailField(
  /^[^\s@<>()",;:\\[\]]+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i,
)
/** Any address that an account may have, including those registered when other domains were accepted. */
const AccountEmail = emailField(/^[^\s@]+@[^\s@]+$/)

const passwordLength = [
  z.minLength(6, { error: 'Password must be at least 6 characters' }),
  z.maxLength(128, { error: 'Password must be at most 128 characters' }),
] as const
export const Password = z.string({ error: 'Password must be at least 6 characters' }).check(...passwordLength)

/** The current password, required again before a sensitive change. */
export const CurrentPassword = z
  .string({ error: 'Current password is required' })
  .check(
    z.minLength(1, { error: 'Current password is required' }),
    z.maxLength(128, { error: 'Current password is incorrect' }),
  )

export const FirstName = nameField('First name', 60)
export const LastName = nameField('Last name', 60)
export const CaptchaToken = z.optional(z.string().check(z.maxLength(8000)))

export const SignIn = z.strictObject({
  email: AccountEmail,
  password: Password,
  recaptchaToken: CaptchaToken,
  /** Second factor, if the user has one: 6 digits, or a recovery code. */
  code: z.optional(z.string().check(z.maxLength(40))),
})

export const Registration = z.strictObject({
  firstName: FirstName,
  lastName: LastName,
  email: Email,
  password: Password,
  recaptchaToken: CaptchaToken,
})

export const PasswordChange = z.strictObject({
  oldPassword: CurrentPassword,
  newPassword: z
    .string({ error: 'New password is required' })
    .check(z.minLength(1, { error: 'New password is required', abort: true }), ...passwordLength),
})
