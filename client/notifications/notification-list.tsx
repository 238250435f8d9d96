import { BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Notification } from '../../shared/notifications/schema.ts'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient, useStore } from '../client-context.tsx'
import { EmptyState, ErrorState } from '../ui/empty.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { Loading, Skeleton, SkeletonLine } from '../ui/skeleton.tsx'
import { useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { loadMoreNotifications, loadNotifications, markNotificationRead } from './actions.ts'
import { groupNotifications } from './group.ts'
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

  if (!list && status === 'failed')
    return <ErrorState title="Failed to load notifications" text={message} onRetry={retry} />
  if (!list) {
    return (
      <Loading className="skeleton-page skeleton-group skeleton-rows">
        <div className="notification-heading">
          <SkeletonLine className="w-28" />
        </div>
        {Array.from({ length: 14 }, (_, row) => (
          <div key={row} className="notification">
            <Skeleton className="mt-0.5 size-4.5 flex-none rounded-full" />
            <div className="min-w-0 flex-1">
              <SkeletonLine className="w-full max-w-112" />
              <div className="mt-0.5 text-xs">
                <SkeletonLine className="w-24" />
              </div>
            </div>
          </div>
        ))}
      </Loading>
    )
  }
  if (list.length === 0) {
    return (
      <EmptyState icon={BellOff} title="No notifications" text="Updates about your orders and points appear here." />
    )
  }
  return (
    <>
      {groupNotifications(list).map(({ key, title, order, rows }) => (
        <NotificationGroup key={key} title={title} order={order}>
          {rows.map((row) => (
            <NotificationRow
              key={row._id}
              row={row}
              order={order}
              onRead={() => markRead(row)}
              onOpen={() => {
                markRead(row)
                onLeave?.()
              }}
            />
          ))}
        </NotificationGroup>
      ))}
      {nextCursor && <ShowMore shown={list.length} busy={busy} onMore={loadMore} />}
    </>
  )
}

type NotificationGroupProps = { title: string; order: string | null; children: ReactNode }

/** There is one of each order, but there may be several of the others. */
function NotificationGroup({ title, order, children }: NotificationGroupProps) {
  return (
    <section className="notification-group" aria-label={order ? title : undefined}>
      <p className="notification-heading tabular" aria-hidden={order !== null}>
        {title}
      </p>
      <ul>{children}</ul>
    </section>
  )
}
