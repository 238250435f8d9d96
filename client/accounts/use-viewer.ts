import { useStore } from '../client-context.tsx'
import { initialsOf } from '../../shared/accounts/prefs.ts'

/** Who is looking. Until the session is restored, the preferences cookie says whether someone is logged in. */
export function useViewer() {
  const user = useStore((state) => state.accounts.user)
  const storedInitials = useStore((state) => state.accounts.prefs.initials)
  return {
    user,
    signedIn: useStore(({ accounts }) => (accounts.ready ? accounts.user !== null : accounts.prefs.initials !== '')),
    initials: user ? initialsOf(user) : storedInitials,
  }
}
