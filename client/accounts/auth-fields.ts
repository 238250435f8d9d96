import { Email, NewPassword, Registration, SignIn } from '../../shared/sign-in.ts'

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

/** In the order of the form. */
const fields: AuthField[] = ['firstName', 'lastName', 'email', 'password', 'confirmation', 'referral', 'code']

/** What is wrong with what was typed, by field (SPEC.md §5). */
export function findFaults(mode: AuthMode, { confirmation, referral: _, code: __, ...values }: AuthValues): AuthErrors {
  const { firstName, lastName, ...credentials } = values
  const read =
    mode === 'login' ? SignIn.safeParse(credentials) : Registration.safeParse({ ...credentials, firstName, lastName })
  const errors: AuthErrors = {}
  for (const { path, message } of read.error?.issues ?? []) errors[path[0] as AuthField] ??= message
  if (mode === 'register' && !errors.password && confirmation !== values.password) {
    errors.confirmation = 'Passwords do not match'
  }
  return errors
}

/** What is wrong with an address; undefined when nothing is. */
export const findEmailFault = (email: string) => Email.safeParse(email).error?.issues[0]?.message

/** What is wrong with a new password and its repetition. */
export function findPasswordFaults(password: string, confirmation: string): AuthErrors {
  const fault = NewPassword.safeParse(password).error?.issues[0]?.message
  if (fault) return { password: fault }
  return confirmation === password ? {} : { confirmation: 'Passwords do not match' }
}

export const firstFault = (errors: AuthErrors) => fields.map((field) => errors[field]).find(Boolean)

/** Which field a refusal is about, by the store's code. */
export const fieldOf: Record<string, AuthField | undefined> = {
  email_taken: 'email',
  common_password: 'password',
  wrong_code: 'code',
}

export const passwordHint = 'At least 6 characters. With 12 or more it is much safer.'
