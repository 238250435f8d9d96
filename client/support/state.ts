import type { SupportMessage } from '../../shared/support/schema.ts'
import { noRows } from '../stream/lists.ts'
import type { PendingMessage } from './local-drafts.ts'

/** The loaded part of a conversation, from its end. */
export type Thread = {
  /** Oldest first. */
  messages: SupportMessage[]
  /** The cursor of the earlier messages; null at the beginning. */
  nextCursor: string | null
  /** Its history could not be loaded: it has new messages only. */
  isIncomplete?: boolean
}
export type Participant = { who: 'customer' | 'staff'; name: string }
/** Someone who is typing; `at` is when their last signal arrived, in milliseconds. */
export type Typing = Participant & { at: number }

export type SupportState = {
  /** By customer. */
  threads: Record<string, Thread>
  /** Number of messages from support that the user hasn't read. */
  unread: number
  /** Who wrote the last message from support that came while the page was open. */
  lastReply?: Participant
  /** The user's own messages that the server hasn't acknowledged, in any conversation. */
  pending: PendingMessage[]
  /** By customer. */
  typing: Record<string, Typing[]>
}

export const initialSupport = (): SupportState => ({
  threads: noRows(),
  unread: 0,
  pending: [],
  typing: noRows(),
})
