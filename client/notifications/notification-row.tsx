import { Check } from 'lucide-react'
import { Link } from 'wouter'
import type { Notification } from '../../shared/notifications.ts'
import { momentOf } from '../orders/when.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'

const looks: Record<Notification['type'], { tone: string; word: string }> = {
  success: { tone: 'tone-good', word: 'Good news' },
  error: { tone: 'tone-bad', word: 'Problem' },
  warning: { tone: 'tone-waiting', word: 'Attention' },
  info: { tone: 'tone-slate', word: 'Note' },
}

export interface NotificationRowProps {
  row: Notification
  onRead: () => void
  /** When its page is opened: that reads it as well. */
  onOpen: () => void
}

export function NotificationRow({ row, onRead, onOpen }: NotificationRowProps) {
  const { tone, word } = looks[row.type] ?? looks.info
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
            {word}:{' '}
          </span>
          {message}
        </p>
        <p className="tabular mt-0.5 text-xs text-muted">
          <time dateTime={new Date(row.createdAt).toISOString()}>{momentOf(row.createdAt)}</time>
        </p>
      </div>
      {!row.read && <IconButton icon={Check} size="small" label="Mark as read" className="relative" onClick={onRead} />}
    </li>
  )
}
