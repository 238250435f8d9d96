import { Moon } from 'lucide-react'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import { useMedia } from '../ui/use-media.ts'
import { changeTheme } from './lazy-actions.ts'
import { useAccount } from './use-account.ts'

/** Switches dark mode: an account setting for users, a setting of this device for visitors. */
export function ThemeSwitch({ className }: { className?: string }) {
  const client = useClient()
  const user = useStore((state) => state.accounts.user)
  const theme = useStore((state) => state.accounts.prefs.theme)
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)')
  const { toggleDark } = useAccount()

  const hydrated = useHydrated()

  const dark = theme === 'system' ? isDeviceDark : theme === 'dark'
  return (
    <Button
      variant="plain"
      icon={Moon}
      aria-pressed={dark}
      className={classNames('needs-scripts', className)}
      disabled={!hydrated}
      onClick={() => (user ? toggleDark() : changeTheme(client, dark ? 'light' : 'dark'))}
    >
      Dark mode
      <span aria-hidden="true" className="text-muted">
        {dark ? 'ON' : 'OFF'}
      </span>
    </Button>
  )
}
