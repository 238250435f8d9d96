import { useState } from 'react'
import type { Conversation } from '../../../shared/support/staff-schema.ts'
import { useStore } from '../../client-context.tsx'

type Known = { id: string | undefined; isResolved: boolean; assignee: string | null }

/**
 * Whether the open conversation was resolved, reopened or assigned by someone else since the user last acted on it, so
 * that a shortcut doesn't undo what they haven't seen. `accept` takes the current state as seen.
 */
export function useChangedElsewhere(conversation: Conversation | undefined) {
  const current = knownOf(conversation)
  const isResolving = useStore(({ support }) =>
    support.pending.some(({ to, resolve, failure }) => to === current.id && resolve && !failure),
  )
  const [known, setKnown] = useState(current)
  if (known.id !== current.id) setKnown(current)
  else if (isResolving && !known.isResolved) setKnown({ ...known, isResolved: true })
  // Staff's own answer reopens a conversation, too.
  const isReply = !current.isResolved && conversation?.lastMessage.byStaff === true
  return {
    isStatusChanged: known.id === current.id && known.isResolved !== current.isResolved && !isReply && !isResolving,
    isAssigneeChanged: known.id === current.id && known.assignee !== current.assignee,
    accept: (seen: Conversation | undefined) => setKnown(knownOf(seen)),
  }
}

const knownOf = (conversation: Conversation | undefined): Known => ({
  id: conversation?._id,
  isResolved: conversation?.status === 'resolved',
  assignee: conversation?.assignee?._id ?? null,
})
