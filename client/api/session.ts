import * as z from 'zod/mini'
import { User } from '../../shared/accounts/schema.ts'

export type Session = { token: string; user: User }
/** A change of the session, in this tab or another. */
export type SessionChange =
  | { type: 'signed-in'; session: Session }
  | { type: 'refreshed'; session: Session }
  | { type: 'signed-out' }
  | { type: 'expired' }

export type ClientSession = ReturnType<typeof createSession>

type Options = {
  /** Deletes what the device stores for a user who logs out. */
  clearUserData?: (storage: Storage, userId: string) => void
}

/** The logged-in user and their token, stored in local storage as `user` and `token` and shared with other tabs. */
export function createSession({ clearUserData }: Options = {}) {
  const listeners = new Set<(change: SessionChange) => void>()
  let storage: Storage | null = null
  let current: Session | null = null

  const emit = (change: SessionChange) => listeners.forEach((listener) => listener(change))

  function setCurrent(next: Session | null, endedBy: 'signed-out' | 'expired' = 'signed-out') {
    const before = current
    current = next
    if (!next) return before && emit({ type: endedBy })
    if (before?.user._id !== next.user._id) return emit({ type: 'signed-in', session: next })
    if (before.token !== next.token) emit({ type: 'refreshed', session: next })
  }

  /** Reads what another tab may have written. */
  function reload() {
    if (storage) setCurrent(readSession(storage))
    return current
  }

  return {
    current: () => current,
    reload,
    /** Returns the function that unsubscribes. */
    listen(listener: (change: SessionChange) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Starts to use the storage; before that, as on the server, nobody is logged in. Returns how to stop. */
    open(page: Pick<Window, 'addEventListener' | 'removeEventListener'>, opened: Storage | null) {
      storage = opened
      const onStorage = (event: StorageEvent) => void ((event.key === 'token' || event.key === null) && reload())
      page.addEventListener('storage', onStorage as EventListener)
      current = storage && readSession(storage)
      return () => page.removeEventListener('storage', onStorage as EventListener)
    },
    set(next: Session) {
      if (storage) storeSession(storage, next)
      setCurrent(next)
    },
    /** Stores a changed user for the next page load. */
    setUser(user: User) {
      if (!current || current.user._id !== user._id || current.user === user) return
      current = { ...current, user }
      // Another tab may have stored a newer token, or another user.
      if (storage?.getItem('token') === current.token) storeSession(storage, current)
    },
    /** Ends the session. An expired one leaves the user's data on the device for when they return. */
    clear(reason: 'signed-out' | 'expired' = 'signed-out') {
      if (storage) removeSession(storage, reason === 'signed-out' ? current?.user._id : undefined)
      setCurrent(null, reason)
    },
  }

  function removeSession(storage: Storage, signedOutId: string | undefined) {
    tryToStore(() => {
      storage.removeItem('token')
      storage.removeItem('user')
      if (signedOutId) clearUserData?.(storage, signedOutId)
    })
  }
}

function readSession(storage: Storage): Session | null {
  const [token, text] = [storage.getItem('token'), storage.getItem('user')]
  if (!token || !text) return null
  const user = z.safeDecode(User, parseJson(text) as z.input<typeof User>)
  return user.success ? { token, user: user.data } : null
}

/** The token comes last, because other tabs listen for it. */
function storeSession(storage: Storage, { token, user }: Session) {
  tryToStore(() => {
    storage.setItem('user', JSON.stringify(z.encode(User, user)))
    storage.setItem('token', token)
  })
}

/** If the storage is full or forbidden, the session lasts as long as the tab. */
function tryToStore(write: () => void) {
  try {
    write()
  } catch (error) {
    console.warn('Could not store the session', error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
