import { currencies, type Currency } from '../money.ts'
import type { User } from './schema.ts'

/** The preferences needed for the first paint. They are in a cookie, so that the server can render with them. */
export type Prefs = {
  theme: Theme
  currency: Currency
  /** The initials of the user logged in on this device; empty for a visitor. */
  initials: string
  /** Whether this user is staff. Decides how a staff page looks until the session is restored, never what it contains. */
  isStaff?: boolean
}
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const initialPrefs: Prefs = { theme: 'system', currency: 'USD', initials: '' }

export const prefsOf = (user: User): Prefs => ({
  theme: user.darkMode ? 'dark' : 'light',
  currency: user.currency,
  initials: initialsOf(user),
  ...(user.isAdmin && { isStaff: true }),
})

export const initialsOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  [firstName, lastName]
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase()

/** What everyone sees of a last name: 'de Silva' is 'D.'. */
export const lastInitial = (lastName: string) => `${([...lastName][0] ?? '').toUpperCase()}.`

/** Reads the `prefs` cookie; the defaults if it is missing or invalid. */
export function readPrefs(cookie: string | undefined): Prefs {
  if (!cookie) return initialPrefs
  try {
    const { theme, currency, initials, isStaff } = JSON.parse(decodeURIComponent(cookie)) as Record<string, unknown>
    const isKnown = includes(themes, theme) && includes(currencies, currency)
    return isKnown && typeof initials === 'string' && initials.length <= 8
      ? { theme, currency, initials, ...(initials !== '' && isStaff === true && { isStaff }) }
      : initialPrefs
  } catch {
    return initialPrefs
  }
}

const includes = <T>(options: readonly T[], value: unknown): value is T => options.includes(value as T)
