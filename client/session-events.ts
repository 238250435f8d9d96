import { setUser } from './accounts/store.ts'
import { writePrefs } from './accounts/write-prefs.ts'
import type { ActionContext } from './action-context.ts'
import type { ClientSession, SessionChange } from './api/session.ts'
import type { Page } from './page-events.ts'
import { resetUserState, type State } from './state.ts'
import type { EndReason } from './stream/connection-options.ts'
import type { Connection } from './stream/socket.ts'

type Options = {
  update: ActionContext['update']
  session: ClientSession
  connection: Connection
  dropStreams: (names: ('user' | 'staff')[]) => void
  reloadUser: () => void
  /** null before the client has started. */
  page: () => Page | null
}

/** Keeps the store and the connection in step with the session, whichever of client, server or other tab changes it. */
export function createSessionEvents({ update, session, connection, dropStreams, reloadUser, page }: Options) {
  let isEndExpected = false

  /** Shows the user whose session this device stores. */
  function restore() {
    const restored = session.current()
    update((draft) => {
      draft.accounts.ready = true
      if (restored) setUser(draft, restored.user)
    })
    if (restored) reloadUser()
  }

  function onSessionChange(change: SessionChange) {
    if (change.type === 'refreshed') return void connection.setToken(change.session.token)
    dropStreams(['user', 'staff'])
    update((draft) => {
      resetUserState(draft)
      if (change.type === 'signed-in') {
        setUser(draft, change.session.user)
        draft.accounts.endReason = null
      }
      if (change.type === 'expired') draft.accounts.endReason = 'expired'
      // Another tab logged out, or was the first to learn that the session is over.
      if (change.type === 'signed-out' && !isEndExpected) draft.accounts.endReason ??= 'logout'
    })
    connection.reconnect()
    if (change.type === 'signed-in') reloadUser()
    page()?.dispatchEvent(new Event(change.type === 'expired' ? 'auth-expired' : 'auth-changed'))
  }

  function onEndedByServer(token: string, reason: EndReason) {
    if (isEndExpected) return
    // A new session may have started since.
    if (session.reload()?.token !== token) return connection.checkConnection()
    update((draft) => void (draft.accounts.endReason = reason))
    session.clear()
  }

  async function expectSessionEnd<T>(operation: () => Promise<T>): Promise<T> {
    isEndExpected = true
    try {
      return await operation()
    } finally {
      isEndExpected = false
    }
  }

  /** Stores what the next page load needs before it has loaded anything. */
  function persist({ accounts }: State, before?: State) {
    if (accounts.user) session.setUser(accounts.user)
    const document = page()?.document
    if (document && accounts.prefs !== before?.accounts.prefs) writePrefs(document, accounts.prefs)
  }

  return { restore, onSessionChange, onEndedByServer, expectSessionEnd, persist }
}
