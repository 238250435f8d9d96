import {
  CircleHelp,
  Coins,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  Moon,
  Package,
  Route,
  ShieldCheck,
  ShoppingCart,
  Store,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useLoginPrompt } from '../accounts/login-prompt.tsx'
import CurrencySelect from '../accounts/currency-select.tsx'
import { useAccount } from '../accounts/use-account.ts'
import { useViewer } from '../accounts/use-viewer.ts'
import { useStore } from '../client-context.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Switch } from '../ui/choice.tsx'
import type { Icon } from '../ui/icon.ts'

/** The entries of the navbar, stacked for narrow screens. */
export default function MobileEntries({ close }: { close: () => void }) {
  const { user, signedIn, initials } = useViewer()
  const { dark, toggleDark, logOut } = useAccount()
  const askToLogIn = useLoginPrompt()
  const inCart = useStore((state) => state.cart.count)
  const unread = useStore((state) => state.support.unread)
  const hasGuide = useStore((state) => state.config?.pages.includes('how-it-works') ?? false)

  return (
    <>
      <nav aria-label="Menu" className="grid">
        <Entry href="/items" icon={Store}>
          Services
        </Entry>
        {!signedIn && (
          <>
            {hasGuide && (
              <Entry href="/how-it-works" icon={Route}>
                How it works
              </Entry>
            )}
            <Entry href="/faq" icon={CircleHelp}>
              FAQ
            </Entry>
          </>
        )}
        {signedIn && (
          <>
            <Entry href="/orders" icon={Package}>
              Orders
            </Entry>
            <Entry href="/support" icon={LifeBuoy} side={unread > 0 && `${unread > 99 ? '99+' : unread} unread`}>
              Support
            </Entry>
          </>
        )}
        {(signedIn || inCart > 0) && (
          <Entry href="/cart" icon={ShoppingCart} side={inCart > 0 && inCart}>
            Cart
          </Entry>
        )}
        {signedIn && (
          <>
            <Entry href="/dashboard" icon={LayoutDashboard}>
              Dashboard
            </Entry>
            <Entry href="/profile" icon={UserRound}>
              Profile
            </Entry>
          </>
        )}
        {user?.isAdmin && (
          <Entry href="/admin/items" icon={ShieldCheck}>
            Admin
          </Entry>
        )}
      </nav>
      <div className="mobile-menu-foot">
        <div className="flex min-h-11 items-center justify-between gap-x-4 font-medium max-tight:flex-wrap">
          <span className="flex items-center gap-3.5">
            <Coins size={20} strokeWidth={1.75} className="text-muted" />
            Currency
          </span>
          <CurrencySelect onLoginPrompt={close} />
        </div>
        {signedIn ? (
          <>
            <Switch
              label={
                <span className="flex items-center gap-3.5 font-medium">
                  <Moon size={20} strokeWidth={1.75} className="text-muted" />
                  Dark mode {dark ? 'ON' : 'OFF'}
                </span>
              }
              checked={dark}
              onChange={toggleDark}
            />
            <div className="flex items-center gap-3 border-t pt-4">
              <Avatar initials={initials} />
              <span className="min-w-0 flex-1 font-medium">{user && `${user.firstName} ${user.lastName}`}</span>
              <Button
                icon={LogOut}
                onClick={() => {
                  close()
                  logOut()
                }}
              >
                Logout
              </Button>
            </div>
          </>
        ) : (
          <Button
            variant="primary"
            size="large"
            wide
            onClick={() => {
              close()
              askToLogIn()
            }}
          >
            Login / Register
          </Button>
        )}
      </div>
    </>
  )
}

type EntryProps = { href: string; icon: Icon; side?: ReactNode; children: ReactNode }

function Entry({ href, icon: Icon, side, children }: EntryProps) {
  const [path] = useLocation()
  return (
    <Link href={href} aria-current={path === href ? 'page' : undefined} className="mobile-menu-entry">
      <Icon size={20} strokeWidth={1.75} className="text-muted" />
      <span className="flex-1">{children}</span>
      {side && <span className="tabular text-sm text-muted">{side}</span>}
    </Link>
  )
}
