import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useClient, useStore } from '../client-context.tsx'
import { CountBadge } from '../ui/badge.tsx'
import { Popover } from '../ui/popover.tsx'
import { useLoad } from '../use-load.ts'
import { loadNotifications } from './actions.ts'
import { notificationsKey } from './store.ts'

const NotificationPanel = lazy(() => import('./notification-panel.tsx'))

/** The unread count and, in a popover, the notifications; on narrow screens a link to their page. */
export function Bell() {
  const client = useClient()
  const user = useStore((state) => state.accounts.user)
  const unread = useStore((state) => state.notifications.unread)
  // A failure is silent (docs/rules.md).
  useLoad(user && notificationsKey, (signal) => loadNotifications(client, signal))

  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread > 99 ? '99+' : unread} unread`
  const icon = (
    <span className="relative grid">
      <BellIcon size={20} strokeWidth={1.75} />
      <span className="nav-count">
        <CountBadge count={unread} />
      </span>
    </span>
  )
  return (
    <>
      <div className="max-wide:hidden">
        <Popover
          label={label}
          button={icon}
          buttonClassName="button button-plain button-icon"
          panelClassName="w-104 p-0"
        >
          {(close) => (
            <Suspense
              fallback={
                <p className="animate-appear min-h-[min(31rem,75dvh)] px-4 py-16 text-center text-muted">Loading…</p>
              }
            >
              <NotificationPanel onLeave={close} />
            </Suspense>
          )}
        </Popover>
      </div>
      <Link
        href="/notifications"
        aria-label={label}
        title="Notifications"
        className="button button-plain button-icon wide:hidden"
      >
        {icon}
      </Link>
    </>
  )
}
