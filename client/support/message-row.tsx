import { Lock, RotateCw, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { SupportMessage } from '../../shared/support/schema.ts'
import type { SupportNote } from '../../shared/support/staff-schema.ts'
import { formatTime } from '../lib/format-date.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { AttachmentCard } from './attachment-card.tsx'
import type { Attachment, PendingMessage } from './local-drafts.ts'

type MessageProps = {
  message: SupportMessage
  /** Sent by the viewer's side: for staff, by any colleague. */
  mine: boolean
  name: string
  /** In the circle next to the other side's messages; of the name by default. */
  initials?: string | undefined
  first: boolean
  forStaff: boolean
  /** Shown under the last message of the viewer's side. */
  receipt: string | null
}

export const MessageRow = memo(function MessageRow(props: MessageProps) {
  const { message, mine, name, initials = initialOf(name), first, forStaff, receipt } = props
  return (
    <Row mine={mine} first={first} initials={initials}>
      {first && <SentBy name={name} mine={mine} at={message.createdAt} />}
      <Bubble mine={mine} attachment={attachmentOf(message)} forStaff={forStaff}>
        {message.message}
      </Bubble>
      {receipt && <p className="mt-0.5 text-right text-[0.8125rem] text-muted">{receipt}</p>}
    </Row>
  )
})

type SentByProps = { name: string; mine: boolean; at: number }

/** Above the first of a sender's messages, also while it is being sent, so that nothing moves once it has been. */
const SentBy = ({ name, mine, at }: SentByProps) => (
  <p className={classNames('mb-0.5 text-[0.8125rem] text-muted', mine && 'text-right')}>
    {/* The user's own messages are recognisable by their side; screen readers need the name. */}
    <span className={classNames('font-semibold', mine && name === 'You' && 'sr-only')}>{name}</span>{' '}
    <time className="tabular" dateTime={new Date(at).toISOString()}>
      {formatTime(at)}
    </time>
  </p>
)

type PendingProps = {
  pending: PendingMessage
  first: boolean
  forStaff: boolean
  onRetry: () => void
  onDiscard: () => void
}

export function PendingRow({ pending, first, forStaff, onRetry, onDiscard }: PendingProps) {
  return (
    <Row mine first={first}>
      {first && <SentBy name="You" mine at={pending.createdAt} />}
      <Bubble mine pending attachment={pending.attachment} forStaff={forStaff}>
        {pending.message}
      </Bubble>
      <p className="mt-0.5 flex items-center justify-end gap-1.5 text-[0.8125rem]">
        {pending.failure ? (
          <>
            {pending.failure === 'unreachable' ? (
              <span className="font-medium text-waiting">Not sent yet</span>
            ) : (
              <span className="font-medium text-bad">Not sent{pending.reason && `: ${pending.reason}`}</span>
            )}
            <button type="button" className="link -my-1 inline-flex items-center gap-1 px-1 py-1" onClick={onRetry}>
              <RotateCw size={12} />
              Retry
            </button>
            <button type="button" className="link -my-1 px-1 py-1" onClick={onDiscard}>
              Discard
            </button>
          </>
        ) : (
          <span className="flex items-center gap-1.5 text-muted">
            <Spinner />
            Sending…
          </span>
        )}
      </p>
    </Row>
  )
}

type NoteProps = { note: SupportNote; onDelete: ((note: SupportNote) => void) | undefined }

/** An internal note, which customers never receive. */
export const NoteRow = memo(function NoteRow({ note, onDelete }: NoteProps) {
  return (
    <div className="chat-row chat-row-first chat-row-mine">
      <div className="bubble-note max-w-[min(34rem,88%)] px-3 py-2">
        <p className="flex items-center gap-1.5 text-[0.8125rem] text-waiting">
          <Lock size={12} />
          <span className="font-semibold">Note by {note.author.firstName}</span>
          <time className="tabular" dateTime={new Date(note.createdAt).toISOString()}>
            {formatTime(note.createdAt)}
          </time>
          {onDelete && (
            <IconButton
              icon={Trash2}
              size="small"
              label="Delete the note"
              className="note-delete"
              onClick={() => onDelete(note)}
            />
          )}
        </p>
        <p className="mt-0.5 text-[0.9375rem] leading-normal wrap-anywhere whitespace-break-spaces">{note.text}</p>
      </div>
    </div>
  )
})

type RowProps = { mine: boolean; first: boolean; initials?: string; children: ReactNode }

function Row({ mine, first, initials = '', children }: RowProps) {
  return (
    <div className={classNames('chat-row', first && 'chat-row-first', mine && 'chat-row-mine')}>
      {!mine &&
        (first ? (
          <Avatar initials={initials} className="mt-5 max-tight:hidden" />
        ) : (
          <span className="w-8 flex-none max-tight:hidden" />
        ))}
      <div
        className={classNames(
          'grid max-w-[min(34rem,82%)] min-w-0 grid-cols-[minmax(0,1fr)]',
          mine && 'justify-items-end',
        )}
      >
        {children}
      </div>
    </div>
  )
}

type BubbleProps = {
  mine: boolean
  pending?: boolean
  attachment: Attachment | null
  forStaff: boolean
  children: string
}

function Bubble({ mine, pending, attachment, forStaff, children }: BubbleProps) {
  return (
    <div className={classNames('bubble', mine && 'bubble-mine', pending && 'bubble-pending')}>
      {children}
      {attachment && (
        <div className="mt-1.5 mb-0.5">
          <AttachmentCard attachment={attachment} forStaff={forStaff} />
        </div>
      )}
    </div>
  )
}

function attachmentOf({ item, order, proof }: SupportMessage): Attachment | null {
  if (proof) return { kind: 'proof', id: proof._id, name: proof.order }
  if (item) return { kind: 'item', id: item._id, name: item.name }
  return order ? { kind: 'order', id: order._id, name: '' } : null
}

const initialOf = (name: string) => ([...name][0] ?? '').toUpperCase()
