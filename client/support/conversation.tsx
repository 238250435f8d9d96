import { type ReactNode, useMemo, useState } from 'react'
import type { SupportNote } from '../../shared/support.ts'
import { useClient, useStore } from '../store.tsx'
import { ErrorState } from '../ui/empty.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { useLoad } from '../use-load.ts'
import { loadEarlier, loadThread } from './actions.ts'
import { ConversationRows } from './conversation-rows.tsx'
import { threadKey } from './store.ts'
import { ThreadView } from './thread-view.tsx'
import { TypingLine } from './typing-line.tsx'
import { useReading } from './use-reading.ts'
import type { SupportMessage } from '../../shared/support.ts'
import type { Pending } from './kept.ts'

export interface ConversationProps {
  /** Whose conversation it is. */
  customer: string
  /** Looked at from the staff's side. */
  forStaff: boolean
  notes?: SupportNote[] | undefined
  onDeleteNote?: (note: SupportNote) => void
  /** What stands there before anything was said. */
  none: ReactNode
}

const noMessages: SupportMessage[] = []
const noNotes: SupportNote[] = []

/** What was said, followed as it goes on. What does not load is passed over in silence (SPEC.md §8). */
export function Conversation({ customer, forStaff, notes = noNotes, onDeleteNote, none }: ConversationProps) {
  const client = useClient()
  const me = useStore((state) => state.accounts.user?._id ?? '')
  const { status, retry } = useLoad(threadKey(customer), (signal) => loadThread(client, customer, signal))
  const thread = useStore((state) => state.support.threads[customer])
  const pending = usePending(customer)
  const messages = thread?.messages ?? noMessages
  const [atEnd, setAtEnd] = useState(true)
  const [seen, setSeen] = useState(0)
  useReading(customer, messages, { forStaff, atEnd })

  const lastSeq = messages.at(-1)?.seq ?? 0
  const ownKey = pending.at(-1)?.clientId
  if (atEnd && seen !== lastSeq) setSeen(lastSeq)
  const isEmpty = messages.length === 0 && notes.length === 0 && pending.length === 0

  if (!thread && isEmpty) {
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
        lastKey={`${lastSeq} ${notes.at(-1)?._id} ${ownKey}`}
        ownKey={ownKey}
        hasEarlier={(thread?.nextCursor ?? null) !== null}
        onEarlier={() => loadEarlier(client, customer)}
        onAtEnd={setAtEnd}
        fresh={lastSeq - seen}
      >
        {isEmpty ? (
          <div className="py-6">{none}</div>
        ) : (
          <ConversationRows
            messages={messages}
            notes={notes}
            pending={pending}
            me={me}
            forStaff={forStaff}
            onDeleteNote={onDeleteNote}
          />
        )}
      </ThreadView>
      <TypingLine customer={customer} forStaff={forStaff} />
      <Arrivals messages={messages} forStaff={forStaff} />
    </>
  )
}

/** One's own messages in a conversation that the store has not yet. */
function usePending(customer: string): Pending[] {
  const all = useStore((state) => state.support.pending)
  return useMemo(() => all.filter(({ to }) => to === customer), [all, customer])
}

/** Reads out what comes in while one is here. */
function Arrivals({ messages, forStaff }: { messages: SupportMessage[]; forStaff: boolean }) {
  const [opened] = useState(() => messages.at(-1)?.seq ?? 0)
  const last = messages.at(-1)
  const isNews = last && last.seq > opened && last.sender.isAdmin !== forStaff
  return (
    <p role="status" className="sr-only">
      {isNews && `${last.sender.firstName}: ${last.message}`}
    </p>
  )
}

function ThreadSkeleton() {
  return (
    <Loading label="Loading messages…" className="flex flex-1 flex-col justify-end gap-3 overflow-hidden p-5">
      {['w-3/5', 'w-2/5 self-end', 'w-1/2', 'w-3/5 self-end', 'w-1/3'].map((place, row) => (
        <Skeleton key={row} className={`h-11 rounded-xl ${place}`} />
      ))}
    </Loading>
  )
}
