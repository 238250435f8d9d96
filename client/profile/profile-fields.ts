import type { User } from '../../shared/accounts/schema.ts'
import { PasswordChange } from '../../shared/accounts/login-schema.ts'
import { validatePhone, parsePhone, formatPhone } from '../../shared/accounts/phone.ts'
import { Profile } from '../../shared/accounts/profile-schema.ts'
import type { ProfileState } from './state.ts'
import { displayedProfile } from './store.ts'

/** A form's errors, in the order of its fields. */
export type FieldErrors<Values> = Partial<Record<keyof Values, string>>

export type ProfileValues = { firstName: string; lastName: string; email: string; code: string; number: string }
const profileFields = ['firstName', 'lastName', 'email', 'code', 'number'] as const

export function profileValues(user: User, pending: ProfileState['pending']): ProfileValues {
  const { phone, ...rest } = displayedProfile(user, pending)
  return { ...rest, ...parsePhone(phone) }
}

/** Validates the form (docs/rules.md). @returns errors by field, the first error, and the profile to send if valid */
export function parseProfile({ code, number, ...names }: ProfileValues) {
  const phone = { code, number }
  const parsed = Profile.safeParse({ ...names, phone: '' })
  const errors: FieldErrors<ProfileValues> = validatePhone(phone)
  for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as keyof typeof names] ??= message
  const firstError = profileFields.map((field) => errors[field]).find(Boolean)
  return {
    errors,
    firstError,
    profile: parsed.success && !firstError ? { ...parsed.data, phone: formatPhone(phone) } : null,
  }
}

export type PasswordValues = { oldPassword: string; newPassword: string; confirmation: string }

/** Validates the form. @returns errors by field, the first error, and the input to send if valid */
export function parsePasswords({ confirmation, ...input }: PasswordValues) {
  const parsed = PasswordChange.safeParse(input)
  const errors: FieldErrors<PasswordValues> = {}
  for (const { path, message } of parsed.error?.issues ?? []) errors[path[0] as keyof typeof input] ??= message
  if (!errors.newPassword && confirmation !== input.newPassword) errors.confirmation = 'Passwords do not match'
  const firstError = errors.oldPassword ?? errors.newPassword ?? errors.confirmation
  return { errors, firstError, input: firstError ? null : input }
}
