import { NotificationList } from './notification-list.tsx'
import { MarkAllRead } from './mark-all-read.tsx'

/** The content of the bell's popover. */
export default function NotificationPanel({ onLeave }: { onLeave: () => void }) {
  return (
    <>
      <div className="sticky top-0 flex items-center justify-between gap-4 border-b bg-raised py-2 pr-2 pl-4">
        <h2 className="text-base">Notifications</h2>
        <MarkAllRead />
      </div>
      <NotificationList onLeave={onLeave} />
    </>
  )
}
