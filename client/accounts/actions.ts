import { accountRoutes, type User } from '../../shared/accounts.ts'
import type { Currency } from '../../shared/money.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import type { Prefs, Theme } from './prefs.ts'
import { prefsOf } from './prefs.ts'
import { meKey, setUser } from './store.ts'

/** On this device in any case; where the store cannot be reached, its session runs out by itself. */
export async function signOut(client: Client) {
  client.leaving = true
  try {
    await client.call(accountRoutes.signOut, {})
  } catch (error) {
    if (!isFailure(error)) throw error
  } finally {
    client.session.clear()
    client.leaving = false
  }
}

const own = { slice: meKey, streams: ['user' as const], write: writeUser }

export const loadMe = (client: Client, signal?: AbortSignal) => client.load(accountRoutes.me, {}, { ...own, signal })

/** Shown at once, and taken back when the store refuses. */
export const changeCurrency = (client: Client, currency: Currency) =>
  show(client, { currency }, () => client.send(accountRoutes.changeCurrency, { currency }, own))

export const changeDarkMode = (client: Client, darkMode: boolean) =>
  show(client, { theme: darkMode ? 'dark' : 'light' }, () =>
    client.send(accountRoutes.changeDarkMode, { darkMode }, own),
  )

/** For visitors: on this device alone. */
export const changeTheme = (client: Client, theme: Theme) =>
  client.update((draft) => void (draft.accounts.prefs = { ...draft.accounts.prefs, theme }))

export const dismissEnded = (client: Client) => client.update((draft) => void (draft.accounts.ended = null))

function writeUser(draft: State, { user }: { user: User }) {
  if (draft.accounts.user?._id === user._id) setUser(draft, user)
}

async function show(client: Client, prefs: Partial<Prefs>, send: () => Promise<{ user: User }>): Promise<User> {
  client.update((draft) => void (draft.accounts.prefs = { ...draft.accounts.prefs, ...prefs }))
  try {
    return (await send()).user
  } catch (error) {
    client.update(({ accounts }) => void (accounts.user && (accounts.prefs = prefsOf(accounts.user))))
    throw error
  }
}
