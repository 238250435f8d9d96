import { accountRoutes } from '../../shared/accounts/routes.ts'
import type { User } from '../../shared/accounts/schema.ts'
import type { Currency } from '../../shared/money.ts'
import type { ActionContext } from '../action-context.ts'
import { isFailure } from '../api/call-failed.ts'
import type { Client } from '../client.ts'
import type { State } from '../state.ts'
import type { Prefs, Theme } from '../../shared/accounts/prefs.ts'
import { prefsOf } from '../../shared/accounts/prefs.ts'
import { meKey, setUser } from './store.ts'

/** Logs out on this device in any case; if the server can't be reached, the session expires there by itself. */
export const signOut = ({ call, session, expectSessionEnd }: Pick<Client, 'call' | 'session' | 'expectSessionEnd'>) =>
  expectSessionEnd(async () => {
    try {
      await call(accountRoutes.signOut, {})
    } catch (error) {
      if (!isFailure(error)) throw error
    } finally {
      session.clear()
    }
  })

const me = { snapshotKey: meKey, streams: ['user' as const], write: writeUser }

/** @throws CallFailed */
export const loadMe = (context: ActionContext, signal?: AbortSignal) =>
  context.load(accountRoutes.me, {}, { ...me, signal })

/** Shown at once, and reverted if the server rejects it. @throws CallFailed */
export const changeCurrency = (context: ActionContext, currency: Currency) =>
  changePrefs(context, { currency }, () => context.send(accountRoutes.changeCurrency, { currency }, me))

/** Shown at once, and reverted if the server rejects it. @throws CallFailed */
export const changeDarkMode = (context: ActionContext, darkMode: boolean) =>
  changePrefs(context, { theme: darkMode ? 'dark' : 'light' }, () =>
    context.send(accountRoutes.changeDarkMode, { darkMode }, me),
  )

/** For visitors: stored on this device only. */
export const changeTheme = ({ update }: ActionContext, theme: Theme) =>
  update((draft) => void (draft.accounts.prefs = { ...draft.accounts.prefs, theme }))

export const dismissEndReason = ({ update }: ActionContext) => update((draft) => void (draft.accounts.endReason = null))

function writeUser(draft: State, { user }: { user: User }) {
  if (draft.accounts.user?._id === user._id) setUser(draft, user)
}

async function changePrefs(
  { update }: ActionContext,
  prefs: Partial<Prefs>,
  send: () => Promise<{ user: User }>,
): Promise<User> {
  update((draft) => void (draft.accounts.prefs = { ...draft.accounts.prefs, ...prefs }))
  try {
    return (await send()).user
  } catch (error) {
    update(({ accounts }) => void (accounts.user && (accounts.prefs = prefsOf(accounts.user))))
    throw error
  }
}
