import * as z from 'zod/mini'
import { User } from '../../shared/accounts.ts'
import { forgetKept } from './forget-kept.ts'

export type Session = { token: string; user: User }
/** What became of the session: here, or in another tab. */
export type SessionChange =
  | { type: 'signed-in'; session: Session }
  | { type: 'refreshed'; session: Session }
  | { type: 'signed-out' }
  | { type: 'expired' }

export type SessionKeeper = ReturnType<typeof createSession>

/** Who is signed in, kept in local storage under `token` and `user` and in step with the other tabs. */
export function createSession() {
  const listeners = new Set<(change: SessionChange) => void>()
  let storage: Storage | null = null
  let current: Session | null = null

  const tell = (change: SessionChange) => listeners.forEach((listen) => listen(change))

  /** Takes what is given for the present session and says what that changed. */
  function become(next: Session | null, ended: 'signed-out' | 'expired' = 'signed-out') {
    const before = current
    current = next
    if (!next) return before && tell({ type: ended })
    if (before?.user._id !== next.user._id) return tell({ type: 'signed-in', session: next })
    if (before.token !== next.token) tell({ type: 'refreshed', session: next })
  }

  /** Reads what another tab may have written. */
  function reread() {
    if (storage) become(readFrom(storage))
    return current
  }

  return {
    current: () => current,
    reread,
    listen(listener: (change: SessionChange) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Begins to use the storage; until then, as on the server, nobody is signed in. Returns how to end it. */
    open(page: Pick<Window, 'addEventListener' | 'removeEventListener'>, opened: Storage | null) {
      storage = opened
      const hear = (event: StorageEvent) => void ((event.key === 'token' || event.key === null) && reread())
      page.addEventListener('storage', hear as EventListener)
      current = storage && readFrom(storage)
      return () => page.removeEventListener('storage', hear as EventListener)
    },
    set(next: Session) {
      if (storage) writeTo(storage, next)
      become(next)
    },
    /** The user's row as it is now, for the next visit. */
    setUser(user: User) {
      if (!current || current.user._id !== user._id || current.user === user) return
      current = { ...current, user }
      // Another tab may have a newer token, or somebody else.
      if (storage?.getItem('token') === current.token) writeTo(storage, current)
    },
    /** Whose session ran out comes back to what they left; of whoever leaves, or is made to, nothing of theirs stays. */
    clear(why: 'signed-out' | 'expired' = 'signed-out') {
      if (storage) forgetIn(storage, why === 'signed-out' ? current : null)
      become(null, why)
    },
  }
}

function readFrom(storage: Storage): Session | null {
  const [token, text] = [storage.getItem('token'), storage.getItem('user')]
  if (!token || !text) return null
  const user = z.safeDecode(User, parseJson(text) as z.input<typeof User>)
  return user.success ? { token, user: user.data } : null
}

/** The token last: it is what the other tabs listen for. */
function writeTo(storage: Storage, { token, user }: Session) {
  attempt(() => {
    storage.setItem('user', JSON.stringify(z.encode(User, user)))
    storage.setItem('token', token)
  })
}

function forgetIn(storage: Storage, leaving: Session | null) {
  attempt(() => {
    storage.removeItem('token')
    storage.removeItem('user')
    if (leaving) forgetKept(storage, leaving.user._id)
  })
}

/** A full or forbidden storage leaves the session in this tab alone. */
function attempt(write: () => void) {
  try {
    write()
  } catch (error) {
    console.warn('The session could not be stored', error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
