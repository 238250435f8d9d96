import type { User } from '../../shared/accounts.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import type { EndReason } from '../stream/socket.ts'
import { initialPrefs, type Prefs, prefsOf } from './prefs.ts'

export type AccountsState = {
  /** false until it is known who is signed in on this device. */
  ready: boolean
  user: User | null
  prefs: Prefs
  /** Why the session ended by itself. */
  ended: EndReason | null
}
type Draft = { accounts: AccountsState }

export const initialAccounts = (prefs: Prefs = initialPrefs): AccountsState => ({
  ready: false,
  user: null,
  prefs,
  ended: null,
})

export const meKey = 'me'

export function setUser({ accounts }: Draft, user: User) {
  accounts.user = user
  accounts.prefs = prefsOf(user)
}

export function forgetUser({ accounts }: Draft) {
  accounts.user = null
  accounts.prefs = { ...accounts.prefs, initials: '' }
}

export function applyAccounts(draft: Draft, event: StreamEvent) {
  const { user } = draft.accounts
  if (!user || event.stream !== 'user') return
  if (event.type === 'user.changed' && event.data.user._id === user._id) setUser(draft, event.data.user)
  if (event.type === 'points.changed') draft.accounts.user = { ...user, points: event.data.totalPoints }
}
