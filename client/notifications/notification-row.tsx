import {
  Banknote,
  Bell,
  CircleCheck,
  CircleX,
  ClockAlert,
  Coins,
  LifeBuoy,
  MailOpen,
  PackageCheck,
  Star,
  Undo2,
} from 'lucide-react'
import { Link } from 'wouter'
import type { Notification } from '../../shared/notifications/schema.ts'
import { formatMoment } from '../lib/format-date.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Icon } from '../ui/icon.ts'
import { withoutOrder } from './group.ts'

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
  refund: Undo2,
  transfer: Banknote,
  points: Coins,
  support: LifeBuoy,
  review: Star,
  other: Bell,
} satisfies Record<Notification['type'] | Topic, Icon>
type Topic = 'refund' | 'transfer' | 'points' | 'support' | 'review' | 'other'

/** What a notification is about, by the page it links to and its text; for other news of an order, how it went. */
function kindOf({ link, type, message }: Notification): keyof typeof icons {
  if (link?.startsWith('/orders/')) {
    if (/ #\w{6} was (?:refunded|sent back):/.test(message)) return 'refund'
    return / arrived for order #\w{6}\b/.test(message) ? 'transfer' : type
  }
  if (link === '/profile?tab=points') return 'points'
  if (link?.startsWith('/support')) return 'support'
  return link?.startsWith('/items/') ? 'review' : 'other'
}

export interface NotificationRowProps {
  row: Notification
  /** The number of its order, if that stands above the row already. */
  order: string | null
  onRead: () => void
  /** Called when the link is opened. */
  onOpen: () => void
}

/** A notification with its link and a button to mark it as read. */
export function NotificationRow({ row, order, onRead, onOpen }: NotificationRowProps) {
  const kind = kindOf(row)
  // Money that is sent back is no warning.
  const { tone, label } = styles[kind === 'refund' ? 'info' : row.type] ?? styles.info
  const RowIcon = icons[kind] ?? Bell
  const text = order ? withoutOrder(row.message, order) : row.message
  const message = row.link ? (
    <Link href={row.link} onClick={onOpen} className="notification-link">
      {text}
    </Link>
  ) : (
    text
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
        <p className="notification-time tabular">
          <time dateTime={new Date(row.createdAt).toISOString()}>{formatMoment(row.createdAt)}</time>
        </p>
      </div>
      {!row.read && (
        <IconButton
          icon={MailOpen}
          size="small"
          label="Mark as read"
          className="relative"
          onClick={({ currentTarget }) => {
            // The button is gone then.
            currentTarget.closest('li')?.querySelector('a')?.focus()
            onRead()
          }}
        />
      )}
    </li>
  )
}
