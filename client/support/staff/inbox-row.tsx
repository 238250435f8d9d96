import { AlarmClock, Banknote, Check, Mail, Reply, UserRound } from 'lucide-react'
import { Link } from 'wouter'
import { initialsOf } from '../../../shared/accounts/prefs.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import { isReminder } from '../../../shared/support/rules.ts'
import { type Conversation, conversationLabels } from '../../../shared/support/staff-schema.ts'
import { formatDateTime, formatShortAge } from '../../lib/format-date.ts'
import { Age } from '../../orders/staff/age.tsx'
import { useStore } from '../../client-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { describeReminder } from './describe-reminder.ts'
import { useTyping } from '../use-typing.ts'

export type InboxRowProps = {
  row: Conversation
  now: number
  href: string
  isOpen: boolean
  isSelected: boolean
  isGone: boolean
  /** The list has conversations of each status. */
  namesStatus?: boolean
}

/** A conversation in the list: who, what was last said, how long they have waited, and what else waits. */
export function InboxRow({ row, now, href, isOpen, isSelected, isGone, namesStatus = false }: InboxRowProps) {
  const { customer, lastMessage, unread } = row
  const isTyping = useTyping(row._id).some(({ who }) => who === 'customer')
  const preview = lastMessage.byStaff ? `${lastMessage.name}: ${lastMessage.text}` : lastMessage.text
  return (
    <li>
      <Link
        ref={isOpen ? scrollIntoSight : undefined}
        href={href}
        data-key={row._id}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames('inbox-row', isSelected && 'inbox-row-selected', isGone && 'inbox-row-gone')}
      >
        <Avatar initials={initialsOf(customer)} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-baseline justify-between gap-2 max-tight:flex-wrap">
            <span
              className={classNames('inbox-name', (unread > 0 || row.waitingSince !== null) && 'inbox-name-waiting')}
            >
              {customer.firstName} {customer.lastName}
            </span>
            <LastActivity row={row} now={now} />
          </span>
          <span className="flex items-start gap-2 text-[0.8125rem] text-muted">
            <span className={classNames('line-clamp-2 flex-1', unread > 0 && 'text-ink')} title={preview}>
              {isTyping ? <em>typing…</em> : preview}
            </span>
            {unread > 0 && <CountBadge count={unread} />}
            {unread > 0 && <span className="sr-only">{unread} unread</span>}
          </span>
          <RowDetails row={row} now={now} namesStatus={namesStatus} />
        </span>
      </Link>
    </li>
  )
}

/** When it is opened by its address, far down. */
const scrollIntoSight = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })

/** How long the customer has been waiting, or since when the reminder is due, or how old the last message is. */
function LastActivity({ row, now }: Pick<InboxRowProps, 'row' | 'now'>) {
  const { lastMessageAt, waitingSince } = row
  const title =
    waitingSince === null
      ? `Last message ${formatDateTime(lastMessageAt)}`
      : `${isReminder(row) ? 'Due' : 'Waiting'} since ${formatDateTime(waitingSince)}`
  return (
    <span className="tabular flex-none text-xs text-muted" title={title}>
      {waitingSince === null || isReminder(row) ? (
        formatShortAge(waitingSince ?? lastMessageAt, now)
      ) : (
        <Age since={waitingSince} now={now} short />
      )}
    </span>
  )
}

/** Which payment waits longest, when it comes back, who answers, and how; in a list of all, whether it is over. */
function RowDetails({ row, now, namesStatus }: Pick<InboxRowProps, 'row' | 'now' | 'namesStatus'>) {
  const { visitor, assignee, toVerify, remindAt } = row
  const status = namesStatus && row.status !== 'open' && conversationLabels[row.status]
  const me = useStore((state) => state.accounts.user?._id)
  const oldest = toVerify?.[0]
  if (!visitor && !assignee && !oldest && !remindAt && !status) return null
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-muted">
      {oldest && (
        <span className="inbox-detail font-medium text-waiting">
          <Banknote size={13} />
          <span className="tabular">
            {formatAmount(oldest.due.amount, oldest.due.currency)} to verify{'\u00a0· '}
            <span className="whitespace-nowrap">{formatShortAge(oldest.paidAt, now)}</span>
          </span>
        </span>
      )}
      {remindAt && (
        <span className={classNames('inbox-detail', isReminder(row) && 'font-medium text-waiting')}>
          <AlarmClock size={13} />
          {describeReminder(remindAt, isReminder(row), now)}
        </span>
      )}
      {status && (
        <span className="inbox-detail">
          {row.status === 'waiting' ? <Reply size={13} /> : <Check size={13} />}
          {status}
        </span>
      )}
      {visitor && (
        <span className="inbox-detail">
          <Mail size={13} />
          Visitor, answered by email
        </span>
      )}
      {assignee && (
        <span className="inbox-detail">
          <UserRound size={13} />
          {assignee._id === me ? 'Assigned to you' : `Assigned to ${assignee.firstName}`}
        </span>
      )}
    </span>
  )
}
