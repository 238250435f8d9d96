import { BellOff } from 'lucide-react'
import { useState } from 'react'
import type { Notification } from '../../shared/notifications.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { loadMoreNotifications, loadNotifications, readNotification } from './actions.ts'
import { NotificationRow } from './notification-row.tsx'
import { notificationsKey } from './store.ts'

/** All of them, newest first, as far as they were loaded. */
export function NotificationList({ onLeave }: { onLeave?: () => void }) {
  const client = useClient()
  const toast = useToast()
  const user = useStore((state) => state.accounts.user)
  const { list, nextCursor } = useStore((state) => state.notifications)
  const { status, message, retry } = useLoad(user && notificationsKey, (signal) => loadNotifications(client, signal))
  const [busy, setBusy] = useState(false)

  const tell = (error: unknown) => toast(tellFailure(error, 'Network error'), { type: 'error' })
  const read = (row: Notification) => void (row.read || readNotification(client, row._id).catch(tell))

  async function showMore() {
    setBusy(true)
    await loadMoreNotifications(client).catch(tell)
    setBusy(false)
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
    return <EmptyState icon={BellOff} title="No notifications" text="News of your orders and points will stand here." />
  }
  return (
    <>
      <ul className="notifications">
        {list.map((row) => (
          <NotificationRow
            key={row._id}
            row={row}
            onRead={() => read(row)}
            onOpen={() => {
              read(row)
              onLeave?.()
            }}
          />
        ))}
      </ul>
      {nextCursor && <ShowMore shown={list.length} busy={busy} onMore={() => void showMore()} />}
    </>
  )
}
