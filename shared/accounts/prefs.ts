import * as z from 'zod/mini'
import { Currency, type User } from '../../shared/accounts.ts'

/** What the first paint has to know of whoever looks: not secret, and rendered by the server. */
export const Prefs = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  currency: Currency,
  /** Of the user who is signed in on this device; empty for nobody. */
  initials: z.string().check(z.maxLength(8)),
})
export type Prefs = z.infer<typeof Prefs>
export type Theme = Prefs['theme']

export const initialPrefs: Prefs = { theme: 'system', currency: 'USD', initials: '' }

export const prefsOf = (user: User): Prefs => ({
  theme: user.darkMode ? 'dark' : 'light',
  currency: user.currency,
  initials: initialsOf(user),
})

export const initialsOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>) =>
  [firstName, lastName]
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase()

/** What the cookie `prefs` says; the usual when it says nothing that can be read. */
export function readPrefs(cookie: string | undefined): Prefs {
  if (!cookie) return initialPrefs
  try {
    return Prefs.parse(JSON.parse(decodeURIComponent(cookie)))
  } catch {
    return initialPrefs
  }
}

/** Keeps the preferences for the next page, and shows the theme in this one. */
export function writePrefs(page: Document, prefs: Prefs) {
  const year = 365 * 24 * 3600
  page.cookie = `prefs=${encodeURIComponent(JSON.stringify(prefs))}; Path=/; Max-Age=${year}; SameSite=Lax${page.location.protocol === 'https:' ? '; Secure' : ''}`
  if (prefs.theme === 'system') delete page.documentElement.dataset.theme
  else page.documentElement.dataset.theme = prefs.theme
}
