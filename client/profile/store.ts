import type { User } from '../../shared/accounts.ts'
import type { Profile } from '../../shared/profile-calls.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { type AccountsState, setUser } from '../accounts/store.ts'
import type { ProfileState } from './state.ts'

type Draft = { accounts: AccountsState; profile: ProfileState }

const fields = ['firstName', 'lastName', 'email', 'phone'] as const

export const profileOf = ({ firstName, lastName, email, phone }: Profile): Profile => ({
  firstName,
  lastName,
  email,
  phone,
})

/** What is to be shown of somebody: as the store has it, and over it what still waits. */
export const shownProfile = (user: User, waiting: ProfileState['waiting']): Profile => ({
  ...profileOf(user),
  ...waiting,
})

/** Only what differs: of the rest the store may know better by the time it is sent. */
export const changesOf = (from: Profile, to: Profile): Partial<Profile> =>
  Object.fromEntries(fields.filter((field) => from[field] !== to[field]).map((field) => [field, to[field]]))

/** @param waiting null when nothing waits any more */
export function setWaiting(draft: Draft, waiting: ProfileState['waiting']) {
  draft.profile.waiting = waiting
  showWaiting(draft)
}

export function setUnconfirmed({ accounts, profile }: Draft, email: string | null) {
  profile.unconfirmed = email === accounts.user?.email ? null : email
}

/** Comes after the accounts' own: what waits is still shown, and an address that was taken needs no link. */
export function applyProfile(draft: Draft, event: StreamEvent) {
  if (event.type !== 'user.changed' || event.stream !== 'user') return
  showWaiting(draft)
  setUnconfirmed(draft, draft.profile.unconfirmed)
}

/** In the bar as well; an address is another one only when its link was opened. */
function showWaiting(draft: Draft) {
  const { user } = draft.accounts
  if (!user || !draft.profile.waiting) return
  const { email: _, ...shown } = draft.profile.waiting
  setUser(draft, { ...user, ...shown })
}
