import { memo } from 'react'
import type { SupportMessage, SupportNote } from '../../shared/support.ts'
import { useClient } from '../store.tsx'
import { dayWordsOf } from './day-words.ts'
import { entriesOf } from './entries.ts'
import type { Pending } from './kept.ts'
import { MessageRow, NoteRow, PendingRow } from './message-row.tsx'
import { discard, retry } from './send.ts'

export type ConversationRowsProps = {
  messages: SupportMessage[]
  notes: SupportNote[]
  pending: Pending[]
  me: string
  forStaff: boolean
  /** Asked for one's own notes alone. */
  onDeleteNote?: ((note: SupportNote) => void) | undefined
}

/** Everything that was said, from the oldest. Drawn again only when something of it changes. */
export const ConversationRows = memo(function ConversationRows(props: ConversationRowsProps) {
  const { messages, pending, me, forStaff, onDeleteNote } = props
  const client = useClient()
  const isMine = ({ sender }: SupportMessage) => sender.isAdmin === forStaff
  const own = messages.filter(isMine)
  const marks = new Map<string | undefined, 'Read' | 'Sent'>([
    [own.at(-1)?._id, 'Sent'],
    [own.findLast(({ read }) => read)?._id, 'Read'],
  ])

  return entriesOf(props).map((entry) => {
    if (entry.kind === 'day') {
      return (
        <p key={entry.key} className="chat-day">
          {dayWordsOf(entry.at)}
        </p>
      )
    }
    if (entry.kind === 'note') {
      const isOwn = entry.note.author._id === me
      return <NoteRow key={entry.key} note={entry.note} onDelete={isOwn ? onDeleteNote : undefined} />
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
          onDrop={() => discard(client, one)}
        />
      )
    }
    const { message } = entry
    return (
      <MessageRow
        key={entry.key}
        message={message}
        mine={isMine(message)}
        name={message.sender._id === me ? 'You' : message.sender.firstName}
        first={entry.first}
        forStaff={forStaff}
        mark={pending.length > 0 && message === own.at(-1) && !message.read ? null : (marks.get(message._id) ?? null)}
      />
    )
  })
})
