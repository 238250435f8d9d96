import type { Profile } from '../../shared/accounts/profile-schema.ts'
import type { User } from '../../shared/accounts/schema.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { type AccountsState, setUser } from '../accounts/store.ts'
import type { PendingChanges, ProfileState } from './state.ts'

type Draft = { accounts: AccountsState; profile: ProfileState }

/** The fields that can wait on the device. */
const fields = ['firstName', 'lastName', 'phone'] as const

export const profileOf = ({ firstName, lastName, email, phone }: Profile): Profile => ({
  firstName,
  lastName,
  email,
  phone,
})

/** The profile to show: the user's, overlaid with pending changes. */
export const displayedProfile = (user: User, pending: ProfileState['pending']): Profile => ({
  ...profileOf(user),
  ...pending,
})

/** The fields that differ. Only these are sent later, since the server may have newer values for the others. */
export const changedFields = (from: Profile, to: Profile): PendingChanges =>
  Object.fromEntries(fields.filter((field) => from[field] !== to[field]).map((field) => [field, to[field]]))

/** Sets what is stored on this device for the user. */
export function setProfile(draft: Draft, { pending, unconfirmedEmail }: ProfileState) {
  draft.profile.pending = pending
  applyPending(draft)
  setUnconfirmedEmail(draft, unconfirmedEmail)
}

/** Runs after the accounts' own reducer: pending changes stay visible, and a confirmed address needs no link. */
export function applyProfile(draft: Draft, event: StreamEvent) {
  if (event.type !== 'user.changed' || event.stream !== 'user') return
  applyPending(draft)
  setUnconfirmedEmail(draft, draft.profile.unconfirmedEmail)
}

function setUnconfirmedEmail({ accounts, profile }: Draft, email: string | null) {
  profile.unconfirmedEmail = email === accounts.user?.email ? null : email
}

/** Shows pending changes everywhere. */
function applyPending(draft: Draft) {
  const { user } = draft.accounts
  if (!user || !draft.profile.pending) return
  setUser(draft, { ...user, ...draft.profile.pending })
}
