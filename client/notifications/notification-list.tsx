import { BellOff } from 'lucide-react'
import type { Notification } from '../../shared/notifications/schema.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient, useStore } from '../client-context.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { loadMoreNotifications, loadNotifications, markNotificationRead } from './actions.ts'
import { NotificationRow } from './notification-row.tsx'
import { notificationsKey } from './store.ts'

/** The user's notifications, newest first. */
export function NotificationList({ onLeave }: { onLeave?: () => void }) {
  const client = useClient()
  const toast = useToast()
  const user = useStore((state) => state.accounts.user)
  const { list, nextCursor } = useStore((state) => state.notifications)
  const { status, message, retry } = useLoad(user && notificationsKey, (signal) => loadNotifications(client, signal))
  const { busy, run: loadMore } = useAct(() => loadMoreNotifications(client), { failed: 'Network error' })

  function markRead(row: Notification) {
    if (row.read) return
    markNotificationRead(client, row._id).catch((error: unknown) =>
      toast(errorMessage(error, 'Network error'), { type: 'error' }),
    )
  }

  if (!list && status === 'failed') return <ErrorState title="Network error" text={message} onRetry={retry} />
  if (!list) {
    return (
      <p role="status" className="animate-appear px-4 py-16 text-center text-muted">
        Loading…
      </p>
    )
  }
  if (list.length === 0) {
    return (
      <EmptyState icon={BellOff} title="No notifications" text="Updates about your orders and points appear here." />
    )
  }
  return (
    <>
      <ul className="notifications">
        {list.map((row) => (
          <NotificationRow
            key={row._id}
            row={row}
            onRead={() => markRead(row)}
            onOpen={() => {
              markRead(row)
              onLeave?.()
            }}
          />
        ))}
      </ul>
      {nextCursor && <ShowMore shown={list.length} busy={busy} onMore={loadMore} />}
    </>
  )
}
