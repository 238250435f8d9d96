import type { User } from '../../shared/accounts/schema.ts'
import type { EndReason } from '../stream/connection-options.ts'
import { initialPrefs, type Prefs, prefsOf } from '../../shared/accounts/prefs.ts'

export type AccountsState = {
  /** false until the stored session has been read. */
  ready: boolean
  user: User | null
  prefs: Prefs
  /** Why the session ended, unless the user logged out here. */
  endReason: EndReason | null
}
type Draft = { accounts: AccountsState }

export const initialAccounts = (prefs: Prefs = initialPrefs): AccountsState => ({
  ready: false,
  user: null,
  prefs,
  endReason: null,
})

export const meKey = 'me'

export function setUser({ accounts }: Draft, user: User) {
  accounts.user = user
  accounts.prefs = prefsOf(user)
}

export function clearUser({ accounts }: Draft) {
  accounts.user = null
  const { theme, currency } = accounts.prefs
  accounts.prefs = { theme, currency, initials: '' }
}
