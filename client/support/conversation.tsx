import { type ReactNode, useMemo, useState } from 'react'
import type { SupportMessage } from '../../shared/support/schema.ts'
import type { SupportNote } from '../../shared/support/staff-schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import { loadEarlier, loadThread } from './actions.ts'
import { ConversationRows } from './conversation-rows.tsx'
import { MissingHistory } from './missing-history.tsx'
import { threadKey } from './store.ts'
import { ThreadView } from './thread-view.tsx'
import { TypingLine } from './typing-line.tsx'
import { useMarkRead } from './use-mark-read.ts'
import type { PendingMessage } from './local-drafts.ts'

export interface ConversationProps {
  /** The id of the customer whose conversation it is. */
  customer: string
  /** Shown to staff, not to the customer. */
  forStaff: boolean
  /** The customer's, next to their messages. */
  initials?: string
  notes?: SupportNote[] | undefined
  onDeleteNote?: (note: SupportNote) => void
  /** Shown before the first message. */
  empty: ReactNode
}

const noMessages: SupportMessage[] = []
const noNotes: SupportNote[] = []

/** A live conversation. For customers, one that fails to load starts without its history, and they can write. */
export function Conversation(props: ConversationProps) {
  const { customer, forStaff, initials, notes = noNotes, onDeleteNote, empty } = props
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? '')
  const { status, retry } = useLoad(threadKey(customer), (signal) => loadThread(client, customer, signal))
  const thread = useStore((state) => state.support.threads[customer])
  const pending = usePending(customer)
  const messages = thread?.messages ?? noMessages
  const isIncomplete = thread?.isIncomplete ?? false
  const [atEnd, setAtEnd] = useState(true)
  const [seenSeq, setSeenSeq] = useState(0)
  useMarkRead(customer, messages, { forStaff, atEnd })

  const lastSeq = messages.at(-1)?.seq ?? 0
  const lastPendingId = pending.at(-1)?.clientId
  if (atEnd && seenSeq !== lastSeq) setSeenSeq(lastSeq)
  const isEmpty = messages.length === 0 && notes.length === 0 && pending.length === 0

  // Notes that have arrived before the messages would be moved by them.
  if (!thread && pending.length === 0) {
    return status === 'failed' && forStaff ? (
      <ErrorState className="flex-1" title="Error loading messages" onRetry={retry} />
    ) : (
      <ThreadSkeleton />
    )
  }
  return (
    <>
      <ThreadView
        label="Conversation"
        lastKey={`${lastSeq} ${notes.at(-1)?._id} ${lastPendingId}`}
        lastPendingId={lastPendingId}
        hasEarlier={(thread?.nextCursor ?? null) !== null}
        onLoadEarlier={() => loadEarlier(client, customer)}
        onAtEnd={setAtEnd}
        newCount={lastSeq - seenSeq}
      >
        {isIncomplete && <MissingHistory isShort={!isEmpty} onRetry={retry} />}
        {isEmpty ? (
          !isIncomplete && <div className="py-6">{empty}</div>
        ) : (
          <ConversationRows
            messages={messages}
            notes={notes}
            pending={pending}
            me={me}
            forStaff={forStaff}
            initials={initials}
            onDeleteNote={onDeleteNote}
          />
        )}
      </ThreadView>
      <TypingLine customer={customer} forStaff={forStaff} />
      <NewMessageAnnouncer messages={messages} forStaff={forStaff} />
    </>
  )
}

function usePending(customer: string): PendingMessage[] {
  const all = useStore((state) => state.support.pending)
  return useMemo(() => all.filter(({ to }) => to === customer), [all, customer])
}

/** Announces messages that arrive while the conversation is open to screen readers. */
function NewMessageAnnouncer({ messages, forStaff }: { messages: SupportMessage[]; forStaff: boolean }) {
  const [firstSeq] = useState(() => messages.at(-1)?.seq ?? 0)
  const isNew = ({ seq, sender }: SupportMessage) => seq > firstSeq && sender.isAdmin !== forStaff
  return (
    // Each is announced by itself, also if it says the same as the one before.
    <div role="status" aria-atomic="false" className="sr-only">
      {messages
        .filter(isNew)
        .slice(-maxAnnounced)
        .map(({ seq, sender, message }) => (
          <p key={seq}>{`${sender.firstName}: ${message}`}</p>
        ))}
    </div>
  )
}

/** Of messages that arrive together. */
const maxAnnounced = 5

const bubbles = [
  'h-16 w-64',
  'h-10 w-40 self-end',
  'h-10 w-52',
  'h-16 w-60 self-end',
  'h-10 w-36',
  'h-22 w-72',
  'h-10 w-56 self-end',
  'h-16 w-68',
  'h-10 w-44 self-end',
  'h-10 w-48',
]

/** A conversation while it is loading: its latest messages, which are at the bottom. */
export function ThreadSkeleton() {
  return (
    <Loading
      label="Loading messages…"
      className="thread-skeleton skeleton-group skeleton-fade-up flex flex-1 flex-col justify-end gap-3 overflow-hidden p-5"
    >
      {bubbles.map((bubble) => (
        <Skeleton key={bubble} className={`flex-none rounded-xl ${bubble}`} />
      ))}
    </Loading>
  )
}
