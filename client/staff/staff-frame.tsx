import { ArrowUpRight, Store } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { AccountMenu } from '../accounts/account-menu.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import ConnectionStatus from '../layout/connection-status.tsx'
import { Logo } from '../layout/logo.tsx'
import { formatTime } from '../lib/format-date.ts'
import { usePendingProfile } from '../profile/use-pending-profile.ts'
import { describeOffline } from './offline-notice.tsx'
import { StaffNav } from './staff-nav.tsx'
import { useOfflineSince } from './use-offline-since.ts'
import './staff-frame.css'
import './staff-page.css'
import './staff-bar-narrow.css'

/** What surrounds every staff page: a sidebar, at 900 px and less a bar at the top, on phones at the bottom. */
export default function StaffFrame() {
  const { user } = useViewer()
  usePendingProfile()
  useScrollKeys()
  return (
    <header className="staff-side">
      <Logo className="staff-logo" />
      <StaffNav>
        <div className="staff-foot">
          <Link href="/items" className="staff-nav-entry staff-shop">
            <Store size={16} strokeWidth={1.9} />
            <span>Shop</span>
            <ArrowUpRight size={14} />
          </Link>
          <div className="staff-account">
            <AccountMenu />
            <span className="staff-account-name" title={user ? `${user.firstName} ${user.lastName}` : undefined}>
              {user && `${user.firstName} ${user.lastName}`}
            </span>
          </div>
        </div>
      </StaffNav>
      <StaffConnection />
    </header>
  )
}

/** Where pages have no room to say since when the connection is lost, the navigation does, in full on phones. */
function StaffConnection() {
  const since = useOfflineSince()
  if (since === null) return <ConnectionStatus />
  return (
    <ConnectionStatus
      lost={
        <>
          <span className="max-wide:hidden">Reconnecting…</span>
          <span className="sm:max-wide:inline hidden" title={describeOffline(since)}>
            Offline since {formatTime(since)}
          </span>
          <span className="sm:hidden">{describeOffline(since)}</span>
        </>
      }
    />
  )
}

const scrollKeys = ['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp', ' ']

/** Until something has the focus, browsers scroll the document, and here only its content scrolls. */
function useScrollKeys() {
  useEffect(() => {
    const focusContent = ({ key, target }: KeyboardEvent) => {
      if (target !== document.body || !scrollKeys.includes(key)) return
      document.querySelector<HTMLElement>('.staff-main')?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', focusContent)
    return () => document.removeEventListener('keydown', focusContent)
  }, [])
}
