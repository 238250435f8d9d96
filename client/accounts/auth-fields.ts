import { Registration, SignIn } from '../../shared/accounts.ts'

export type AuthMode = 'login' | 'register'
export type AuthField = 'firstName' | 'lastName' | 'email' | 'password' | 'confirmation'
export type AuthValues = Record<AuthField, string>
export type AuthErrors = Partial<Record<AuthField, string>>

export const noValues: AuthValues = { firstName: '', lastName: '', email: '', password: '', confirmation: '' }

/** In the order of the form. */
const fields: AuthField[] = ['firstName', 'lastName', 'email', 'password', 'confirmation']

/** What is wrong with what was typed, by field (SPEC.md §5). */
export function findFaults(mode: AuthMode, values: AuthValues): AuthErrors {
  const { confirmation, firstName, lastName, ...credentials } = values
  const read =
    mode === 'login' ? SignIn.safeParse(credentials) : Registration.safeParse({ ...credentials, firstName, lastName })
  const errors: AuthErrors = {}
  for (const { path, message } of read.error?.issues ?? []) errors[path[0] as AuthField] ??= message
  if (mode === 'register' && !errors.password && confirmation !== values.password) {
    errors.confirmation = 'Passwords do not match'
  }
  return errors
}

export const firstFault = (errors: AuthErrors) => fields.map((field) => errors[field]).find(Boolean)
