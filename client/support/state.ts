import type {
  Conversation,
  ConversationCounts,
  SavedReply,
  SupportCustomer,
  SupportMessage,
  SupportNote,
} from '../../shared/support.ts'
import { type List, noRows } from '../stream/lists.ts'
import type { Pending } from './kept.ts'

/** A conversation from its end, as far as it was loaded. */
export type Thread = {
  /** Oldest first. */
  messages: SupportMessage[]
  /** Leads to what came before; null at the beginning. */
  nextCursor: string | null
}
/** Somebody who writes, told `at`. */
export type Typing = { who: 'customer' | 'staff'; name: string; at: number }
export type Colleague = { _id: string; firstName: string; lastName: string }

export type SupportState = {
  /** By customer. */
  threads: Record<string, Thread>
  /** How many of support's messages one has not read oneself. */
  unread: number
  /** One's own messages that the store has not acknowledged, in any conversation. */
  pending: Pending[]
  /** By customer. */
  typing: Record<string, Typing[]>
  /** What staff see besides. */
  conversations: Record<string, Conversation>
  lists: Record<string, List>
  counts: ConversationCounts | null
  customers: Record<string, SupportCustomer>
  /** By customer, oldest first. */
  notes: Record<string, SupportNote[]>
  replies: SavedReply[] | null
  colleagues: Colleague[] | null
}

export const initialSupport = (): SupportState => ({
  threads: noRows(),
  unread: 0,
  pending: [],
  typing: noRows(),
  conversations: noRows(),
  lists: {},
  counts: null,
  customers: noRows(),
  notes: noRows(),
  replies: null,
  colleagues: null,
})
