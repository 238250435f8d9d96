import { Email, Password, Registration, SignIn } from '../../shared/accounts/login-schema.ts'

export type AuthMode = 'login' | 'register'
export type AuthField = 'firstName' | 'lastName' | 'email' | 'password' | 'confirmation' | 'referral' | 'code'
export type AuthValues = Record<AuthField, string>
export type AuthErrors = Partial<Record<AuthField, string>>

export const noValues: AuthValues = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmation: '',
  referral: '',
  code: '',
}

/** In form order. */
const fields: AuthField[] = ['firstName', 'lastName', 'email', 'password', 'confirmation', 'referral', 'code']

/** Validation errors by field (docs/rules.md). */
export function validateAuth(
  mode: AuthMode,
  { confirmation, referral: _, code: __, ...values }: AuthValues,
): AuthErrors {
  const { firstName, lastName, ...credentials } = values
  const result =
    mode === 'login' ? SignIn.safeParse(credentials) : Registration.safeParse({ ...credentials, firstName, lastName })
  const errors: AuthErrors = {}
  for (const { path, message } of result.error?.issues ?? []) errors[path[0] as AuthField] ??= message
  if (mode === 'register' && !errors.password && confirmation !== values.password) {
    errors.confirmation = 'Passwords do not match'
  }
  return errors
}

/** The error of an email address, or undefined. */
export const validateEmail = (email: string) => Email.safeParse(email).error?.issues[0]?.message

/** Errors of a new password and its confirmation. */
export function validatePasswords(password: string, confirmation: string): AuthErrors {
  const error = Password.safeParse(password).error?.issues[0]?.message
  if (error) return { password: error }
  return confirmation === password ? {} : { confirmation: 'Passwords do not match' }
}

/** The error of the first field that has one. */
export const firstError = (errors: AuthErrors) => fields.map((field) => errors[field]).find(Boolean)

/** The field that an error code is about. */
export const fieldOf: Record<string, AuthField | undefined> = {
  email_taken: 'email',
  common_password: 'password',
  wrong_code: 'code',
}

export const passwordHint = 'At least 6 characters. 12 or more is much safer.'
