import { memo } from 'react'
import type { SupportMessage } from '../../shared/support/schema.ts'
import type { SupportNote } from '../../shared/support/staff-schema.ts'
import { useClient } from '../client-context.tsx'
import { dayLabel } from './day-label.ts'
import type { PendingMessage } from './local-drafts.ts'
import { MessageRow, NoteRow, PendingRow } from './message-row.tsx'
import { discard, retry } from './send.ts'
import { threadEntries } from './thread-entries.ts'

export type ConversationRowsProps = {
  messages: SupportMessage[]
  notes: SupportNote[]
  pending: PendingMessage[]
  me: string
  forStaff: boolean
  /** Of the customer, as the list and the panel of staff show them. */
  initials?: string | undefined
  /** Offered for the user's own notes only. */
  onDeleteNote?: ((note: SupportNote) => void) | undefined
}

const deliveryLabels = {
  waiting: 'Email not sent yet',
  sent: 'Sent by email',
  failed: 'The email could not be delivered',
}
const deliveryReceipt = ({ delivery }: SupportMessage) => delivery && deliveryLabels[delivery]

/** The messages and notes of a conversation, oldest first. Memoised: a conversation can be long. */
export const ConversationRows = memo(function ConversationRows(props: ConversationRowsProps) {
  const { messages, pending, me, forStaff, initials, onDeleteNote } = props
  const client = useClient()
  const isOwnSide = ({ sender }: SupportMessage) => sender.isAdmin === forStaff
  // A pending message shows its own state below it.
  const last = pending.length === 0 ? messages.findLast(isOwnSide) : undefined

  return threadEntries(props).map((entry) => {
    if (entry.kind === 'day') {
      return (
        <p key={entry.key} className="chat-day">
          {dayLabel(entry.at)}
        </p>
      )
    }
    if (entry.kind === 'note') {
      const isAuthor = entry.note.author._id === me
      return <NoteRow key={entry.key} note={entry.note} onDelete={isAuthor ? onDeleteNote : undefined} />
    }
    if (entry.kind === 'pending') {
      const one = entry.pending
      return (
        <PendingRow
          key={entry.key}
          pending={one}
          first={entry.first}
          forStaff={forStaff}
          onRetry={() => retry(client, one)}
          onDiscard={() => discard(client, one)}
        />
      )
    }
    const { message } = entry
    const receipt = message.read ? 'Read' : 'Sent'
    return (
      <MessageRow
        key={entry.key}
        message={message}
        mine={isOwnSide(message)}
        initials={initials}
        name={message.sender._id === me ? 'You' : message.sender.firstName}
        first={entry.first}
        forStaff={forStaff}
        receipt={deliveryReceipt(message) ?? (message === last ? receipt : null)}
      />
    )
  })
})
