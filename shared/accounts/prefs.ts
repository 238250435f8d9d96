import * as z from 'zod/mini'
import { Currency, type User } from './schema.ts'

/** The preferences needed for the first paint. They are in a cookie, so that the server can render with them. */
export const Prefs = z.object({
  theme: z.enum(['light', 'dark', 'system']),
  currency: Currency,
  /** The initials of the user logged in on this device; empty for a visitor. */
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

/** Reads the `prefs` cookie; the defaults if it is missing or invalid. */
export function readPrefs(cookie: string | undefined): Prefs {
  if (!cookie) return initialPrefs
  try {
    return Prefs.parse(JSON.parse(decodeURIComponent(cookie)))
  } catch {
    return initialPrefs
  }
}
