import { Check } from 'lucide-react'
import { Link } from 'wouter'
import type { Notification } from '../../shared/notifications/schema.ts'
import { formatMoment } from '../lib/format-date.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'

/** The colour of each type, and its name for screen readers. */
const styles: Record<Notification['type'], { tone: string; label: string }> = {
  success: { tone: 'tone-good', label: 'Success' },
  error: { tone: 'tone-bad', label: 'Error' },
  warning: { tone: 'tone-waiting', label: 'Warning' },
  info: { tone: 'tone-slate', label: 'Info' },
}

export interface NotificationRowProps {
  row: Notification
  onRead: () => void
  /** Called when the link is opened. */
  onOpen: () => void
}

/** A notification with its link and a button to mark it as read. */
export function NotificationRow({ row, onRead, onOpen }: NotificationRowProps) {
  const { tone, label } = styles[row.type] ?? styles.info
  const message = row.link ? (
    <Link href={row.link} onClick={onOpen} className="notification-link">
      {row.message}
    </Link>
  ) : (
    row.message
  )
  return (
    <li className={classNames('notification', tone, !row.read && 'notification-unread')}>
      <span className="notification-dot" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p>
          <span className="sr-only">
            {row.read ? '' : 'Unread. '}
            {label}:{' '}
          </span>
          {message}
        </p>
        <p className="tabular mt-0.5 text-xs text-muted">
          <time dateTime={new Date(row.createdAt).toISOString()}>{formatMoment(row.createdAt)}</time>
        </p>
      </div>
      {!row.read && <IconButton icon={Check} size="small" label="Mark as read" className="relative" onClick={onRead} />}
    </li>
  )
}
