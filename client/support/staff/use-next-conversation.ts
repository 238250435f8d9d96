import { useState } from 'react'
import type { Conversation } from '../../../shared/support/staff-schema.ts'

type Finished = { id: string; following: readonly string[]; isResolved: boolean }

/**
 * The conversation to go on with after the user has resolved the open one: the next of the list, else the first. What a
 * colleague resolves offers nothing.
 */
export function useNextConversation(rows: readonly Conversation[], conversation: Conversation | undefined) {
  const [finished, setFinished] = useState<Finished | null>(null)
  const isResolved = conversation?.status === 'resolved'
  if (finished) {
    const isReopened = finished.isResolved && !isResolved
    if (finished.id !== conversation?._id || isReopened) setFinished(null)
    else if (isResolved && !finished.isResolved) setFinished({ ...finished, isResolved })
  }

  function finish(id: string) {
    const following = rows.slice(rows.findIndex(({ _id }) => _id === id) + 1).map(({ _id }) => _id)
    setFinished({ id, following, isResolved: false })
  }

  const others = rows.flatMap(({ _id }) => (_id === finished?.id ? [] : _id))
  const isFinished = isResolved && finished?.id === conversation._id
  return { finish, next: isFinished ? (finished.following.find((id) => others.includes(id)) ?? others[0]) : undefined }
}
