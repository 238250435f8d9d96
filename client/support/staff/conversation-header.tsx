import { AlarmClock, Check, Reply, RotateCcw, UserPlus, UserRound } from 'lucide-react'
import { canRemind, isReminder } from '../../../shared/support/rules.ts'
import { type Conversation, conversationLabels, type SupportCustomer } from '../../../shared/support/staff-schema.ts'
import { useStore } from '../../client-context.tsx'
import { formatShortAge, formatTimeOrDate } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Age } from '../../orders/staff/age.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LoadedSelect } from '../../ui/loaded-select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { describeReminder } from './describe-reminder.ts'
import { RemindMenu } from './remind-menu.tsx'
import { useColleagues } from './use-colleagues.ts'

export interface ConversationHeaderProps {
  customer: SupportCustomer
  /** null before the first message. */
  conversation: Conversation | null
  onAssign: (userId: string | null) => void
  /** Resolves or reopens the conversation. */
  onResolve: () => void
  /** Has it come back at a time in milliseconds; null for never. */
  onRemind: (at: number | null) => void
  /** Shows the customer and their orders on screens without a column for them. */
  onCustomer: () => void
}

const frame =
  'flex flex-none items-center gap-x-3 gap-y-2 border-b px-4 py-2 short:py-1 max-sm:gap-x-2 max-sm:px-3 max-tight:flex-wrap min-[45rem]:not-short:flex-wrap'
/** In one row with the controls, or always above them, however long the name is. */
const nameArea =
  'flex items-center gap-x-3 max-[45rem]:flex-none min-[45rem]:min-w-0 min-[45rem]:flex-1 min-[45rem]:not-short:basis-70'
const controlsArea = 'ml-auto flex min-w-0 items-center gap-2 max-sm:gap-1 max-tight:flex-wrap max-tight:justify-end'

const tones = { open: 'waiting', waiting: 'slate', resolved: 'good' } as const

/** The customer, assignee and status of a conversation. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { customer, conversation, onAssign, onResolve, onRemind, onCustomer } = props
  const now = useNow(30_000)
  const me = useStore((state) => state.accounts.user?._id)
  const { colleagues, failure } = useColleagues()
  const assignee = conversation?.assignee ?? null
  const remindAt = conversation?.remindAt ?? null
  const isDue = conversation !== null && isReminder(conversation)
  const waitingSince = isDue ? null : (conversation?.waitingSince ?? null)
  const current = colleagues ?? []
  // A former member of staff may still be assigned.
  const choices = assignee && !current.some(({ _id }) => _id === assignee._id) ? [...current, assignee] : current

  return (
    <header className={frame}>
      <div className={nameArea}>
        <h2
          className="min-w-0 truncate text-base max-[45rem]:sr-only"
          title={`${customer.firstName} ${customer.lastName}`}
        >
          {customer.firstName} {customer.lastName}
        </h2>
        {conversation && (
          <span
            className="flex flex-none"
            title={remindAt === null ? undefined : describeReminder(remindAt, isDue, now)}
          >
            <Badge
              tone={tones[conversation.status]}
              {...(remindAt !== null && !isDue
                ? { icon: AlarmClock }
                : conversation.status === 'waiting' && { icon: Reply })}
              className={isDue ? '[&_svg]:hidden' : 'max-sm:[&_svg]:hidden'}
            >
              <span className={isDue ? 'max-sm:sr-only short:sr-only' : undefined}>
                {conversationLabels[conversation.status]}
              </span>
              {isDue && remindAt !== null && (
                <span aria-hidden="true" className="tabular sm:not-short:hidden">
                  Due {formatTimeOrDate(remindAt, now)}
                </span>
              )}
              {waitingSince !== null && (
                <span aria-hidden="true" className="tabular sm:not-short:hidden">
                  {' '}
                  · {formatShortAge(waitingSince, now)}
                </span>
              )}
            </Badge>
          </span>
        )}
        {isDue && remindAt !== null && (
          <span className="tabular flex-none text-sm text-muted max-sm:sr-only short:sr-only">
            <span className="sr-only">Reminder, </span>
            Due <span className="sr-only">since </span>
            <span className="text-waiting">{formatTimeOrDate(remindAt, now)}</span>
          </span>
        )}
        {waitingSince !== null && (
          <span className="flex-none text-sm text-muted max-sm:sr-only short:sr-only">
            Waiting <Age since={waitingSince} now={now} short />
          </span>
        )}
      </div>
      <div className={controlsArea}>
        {conversation && (
          <>
            <span className="inbox-assignee">
              {/* On phones, in place of the choice, which lies over it. */}
              <span aria-hidden="true" className="sm:not-short:hidden">
                {assignee ? <Avatar initials={assignee.firstName.slice(0, 1)} /> : <UserPlus size={18} />}
              </span>
              <LoadedSelect
                aria-label="Assigned to"
                className="inbox-select"
                value={assignee?._id ?? ''}
                failure={failure}
                onChange={(event) => onAssign(event.target.value || null)}
              >
                <option value="">Unassigned</option>
                {choices.map(({ _id, firstName }) => (
                  <option key={_id} value={_id}>
                    {_id === me ? 'You' : firstName}
                  </option>
                ))}
              </LoadedSelect>
            </span>
            {canRemind(conversation) && <RemindMenu remindAt={isDue ? null : remindAt} now={now} onRemind={onRemind} />}
            <Button
              size="small"
              icon={conversation.status === 'resolved' ? RotateCcw : Check}
              className="flex-none max-sm:[&_svg]:hidden"
              onClick={onResolve}
            >
              {conversation.status === 'resolved' ? 'Reopen' : 'Resolve'}
            </Button>
          </>
        )}
        <IconButton
          icon={UserRound}
          size="small"
          label="Customer and orders"
          className="flex-none max-sm:-mr-2 xl:hidden"
          onClick={onCustomer}
        />
      </div>
    </header>
  )
}

/** The header while the conversation is loading. */
export const ConversationHeaderSkeleton = () => (
  <div className={frame}>
    <div className={nameArea}>
      <Skeleton className="h-6 w-36 min-[45rem]:h-[1.6rem] max-[45rem]:w-17" />
    </div>
    <div className={controlsArea}>
      <Skeleton className="h-8 w-31 max-wide:h-11 max-wide:w-40 max-sm:w-11" />
      <Skeleton className="h-8 w-24 flex-none max-wide:h-11 max-sm:w-19" />
      <Skeleton className="size-8 flex-none max-wide:size-11 max-sm:-mr-2 xl:hidden" />
    </div>
  </div>
)
