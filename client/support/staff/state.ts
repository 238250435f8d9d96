import type {
  Conversation,
  ConversationCounts,
  ConversationStatus,
  SavedReply,
  SupportCustomer,
  SupportNote,
} from '../../../shared/support/staff-schema.ts'
import { type List, noRows } from '../../stream/lists.ts'

/** `assignee`: a user id, or `none`. */
export type InboxFilter = {
  status?: ConversationStatus | undefined
  assignee?: string | undefined
  unread?: '1' | undefined
  q?: string | undefined
}
export type Colleague = { _id: string; firstName: string; lastName: string }

export type StaffSupportState = {
  /** By customer. */
  conversations: Record<string, Conversation>
  lists: Record<string, List<InboxFilter>>
  counts: ConversationCounts | null
  /** The customers of the conversations that were opened. */
  customers: Record<string, SupportCustomer>
  /** Internal notes by customer, oldest first. */
  notes: Record<string, SupportNote[]>
  replies: SavedReply[] | null
  /** Staff a conversation can be assigned to. */
  colleagues: Colleague[] | null
}

export const initialStaffSupport = (): StaffSupportState => ({
  conversations: noRows(),
  lists: {},
  counts: null,
  customers: noRows(),
  notes: noRows(),
  replies: null,
  colleagues: null,
})
