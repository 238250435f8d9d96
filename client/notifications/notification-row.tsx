import { Bell, Check, CircleCheck, CircleX, ClockAlert, Coins, LifeBuoy, PackageCheck, Star } from 'lucide-react'
import { Link } from 'wouter'
import type { Notification } from '../../shared/notifications/schema.ts'
import { formatMoment } from '../lib/format-date.ts'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Icon } from '../ui/icon.ts'

/** The colour of each type, and its name for screen readers. */
const styles: Record<Notification['type'], { tone: string; label: string }> = {
  success: { tone: 'tone-good', label: 'Success' },
  error: { tone: 'tone-bad', label: 'Error' },
  warning: { tone: 'tone-waiting', label: 'Warning' },
  info: { tone: 'tone-slate', label: 'Info' },
}

const icons = {
  success: CircleCheck,
  error: CircleX,
  warning: ClockAlert,
  info: PackageCheck,
  points: Coins,
  support: LifeBuoy,
  review: Star,
  other: Bell,
} satisfies Record<Notification['type'] | 'points' | 'support' | 'review' | 'other', Icon>

/** What a notification is about, by the page it links to; for an order, how it went. */
function kindOf({ link, type }: Notification): keyof typeof icons {
  if (link?.startsWith('/orders/')) return type
  if (link === '/profile?tab=points') return 'points'
  if (link?.startsWith('/support')) return 'support'
  return link?.startsWith('/items/') ? 'review' : 'other'
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
  const RowIcon = icons[kindOf(row)] ?? Bell
  const message = row.link ? (
    <Link href={row.link} onClick={onOpen} className="notification-link">
      {row.message}
    </Link>
  ) : (
    row.message
  )
  return (
    <li className={classNames('notification', tone, !row.read && 'notification-unread')}>
      <span className="notification-icon" aria-hidden="true">
        <RowIcon size={18} strokeWidth={2} />
      </span>
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
