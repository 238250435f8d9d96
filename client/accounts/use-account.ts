import { useLocation } from 'wouter'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'
import { changeDarkMode, signOut } from './actions.ts'

/** What the account's menus do, wide and narrow. */
export function useAccount() {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const dark = useStore((state) => state.accounts.prefs.theme === 'dark')

  async function changeDark() {
    try {
      await changeDarkMode(client, !dark)
    } catch (error) {
      toast(tellFailure(error, 'Failed to toggle dark mode'), { type: 'error' })
    }
  }

  async function leave() {
    // Home first: a page that asks for an account would send elsewhere as soon as there is none.
    navigate('/')
    await signOut(client)
  }

  return { dark, toggleDark: () => void changeDark(), leave: () => void leave() }
}
