import type { User } from '../../shared/accounts.ts'
import { PasswordChange } from '../../shared/sign-in.ts'
import { findPhoneFaults, readPhone, writePhone } from '../../shared/phone.ts'
import { Profile } from '../../shared/profile-calls.ts'
import type { ProfileState } from './state.ts'
import { shownProfile } from './store.ts'

/** A form's errors, in the order of its fields. */
export type Faults<Values> = Partial<Record<keyof Values, string>>

export type ProfileValues = { firstName: string; lastName: string; email: string; code: string; number: string }
const profileFields = ['firstName', 'lastName', 'email', 'code', 'number'] as const

export function profileValues(user: User, waiting: ProfileState['waiting']): ProfileValues {
  const { phone, ...rest } = shownProfile(user, waiting)
  return { ...rest, ...readPhone(phone) }
}

/** What is wrong with what was typed (SPEC.md §5), or else what is to be sent. */
export function readProfile({ code, number, ...names }: ProfileValues) {
  const phone = { code, number }
  const read = Profile.safeParse({ ...names, phone: '' })
  const faults: Faults<ProfileValues> = findPhoneFaults(phone)
  for (const { path, message } of read.error?.issues ?? []) faults[path[0] as keyof typeof names] ??= message
  const fault = profileFields.map((field) => faults[field]).find(Boolean)
  return { faults, fault, profile: read.success && !fault ? { ...read.data, phone: writePhone(phone) } : null }
}

export type PasswordValues = { oldPassword: string; newPassword: string; confirmation: string }

export function readPasswords({ confirmation, ...asked }: PasswordValues) {
  const read = PasswordChange.safeParse(asked)
  const faults: Faults<PasswordValues> = {}
  for (const { path, message } of read.error?.issues ?? []) faults[path[0] as keyof typeof asked] ??= message
  if (!faults.newPassword && confirmation !== asked.newPassword) faults.confirmation = 'Passwords do not match'
  const fault = faults.oldPassword ?? faults.newPassword ?? faults.confirmation
  return { faults, fault, asked: fault ? null : asked }
}
