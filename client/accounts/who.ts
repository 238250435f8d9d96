import { useStore } from '../store.tsx'
import { initialsOf } from './prefs.ts'

/** Who looks, for what is drawn before that is known: a device somebody was signed in on is believed until then. */
export function useWho() {
  const ready = useStore((state) => state.accounts.ready)
  const user = useStore((state) => state.accounts.user)
  const remembered = useStore((state) => state.accounts.prefs.initials)
  return {
    user,
    signedIn: ready ? user !== null : remembered !== '',
    initials: user ? initialsOf(user) : remembered,
  }
}
