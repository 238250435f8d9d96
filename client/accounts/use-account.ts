import { useLocation } from 'wouter'
import { errorMessage } from '../lib/error-message.ts'
import { useClient, useStore } from '../client-context.tsx'
import { useToast } from '../ui/toast.tsx'
import { changeDarkMode, signOut } from './lazy-actions.ts'

/** The actions of the account menu, on wide and narrow screens. */
export function useAccount() {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const dark = useStore((state) => state.accounts.prefs.theme === 'dark')

  async function toggleDark() {
    try {
      await changeDarkMode(client, !dark)
    } catch (error) {
      toast(errorMessage(error, 'Failed to toggle dark mode'), { type: 'error' })
    }
  }

  async function logOut() {
    // Navigate first: a page that requires a login would redirect as soon as there is no user.
    navigate('/')
    await signOut(client)
  }

  return { dark, toggleDark: () => void toggleDark(), logOut: () => void logOut() }
}
