import * as z from 'zod/mini'
import { Id, Pagination, RowVersion, SearchQuery, Time } from '../contract.ts'

/** How many of a customer's orders are listed next to the conversation, where staff can attach them. */
export const maxAttachableOrders = 50

/** open: the customer waits for a reply. waiting (“Answered” on screens): staff have replied. resolved: closed until someone writes again. */
export const conversationStatuses = ['open', 'waiting', 'resolved'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]
export const conversationLabels: Record<ConversationStatus, string> = {
  open: 'Open',
  waiting: 'Answered',
  resolved: 'Resolved',
}

/** An order of a conversation's customer that is paid and waits for verification. */
export const OrderToVerify = z.object({
  _id: z.string(),
  /** What was asked for last, as a decimal number in its currency. */
  due: z.object({ amount: z.string(), currency: z.string() }),
  paidAt: Time,
})
export type OrderToVerify = z.infer<typeof OrderToVerify>

/** A conversation in the inbox. Its id is the customer's, or a visitor's own. */
export const Conversation = z.object({
  _id: z.string(),
  /** Someone without an account wrote by the contact form: `lastName` is empty, and the address is only claimed. */
  visitor: z.boolean(),
  customer: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  status: z.enum(conversationStatuses),
  assignee: z.nullable(z.object({ _id: z.string(), firstName: z.string() })),
  /** When the customer started waiting for a reply, or staff were reminded; null unless the conversation is open. */
  waitingSince: z.nullable(Time),
  /** When it comes back to the open ones, or did, if staff asked to be reminded; absent from earlier versions. */
  remindAt: z.optional(z.nullable(Time)),
  /** The newest message; `text` is an excerpt. */
  lastMessage: z.object({ _id: z.string(), seq: z.int(), text: z.string(), byStaff: z.boolean(), name: z.string() }),
  lastMessageAt: Time,
  /** Customer messages that no member of staff has read. */
  unread: z.int(),
  /** Staff messages that the customer has not read. */
  customerUnread: z.int(),
  /** The customer's payments that wait for verification, oldest first; absent from earlier versions. */
  toVerify: z.optional(z.array(OrderToVerify)),
  createdAt: Time,
})
export type Conversation = z.infer<typeof Conversation>

/** How far ahead staff can ask to be reminded of a conversation. */
export const maxReminderMs = 90 * 24 * 3_600_000

/** The number of conversations by status. */
export const ConversationCounts = z.object({ open: z.int(), waiting: z.int(), resolved: z.int() })
export type ConversationCounts = z.infer<typeof ConversationCounts>

/** An internal note on a customer, visible to staff only. */
export const SupportNote = z.object({
  _id: z.string(),
  /** The customer, or the visitor's conversation, that the note is about. */
  userId: z.string(),
  text: z.string(),
  author: z.object({ _id: z.string(), firstName: z.string() }),
  createdAt: Time,
})
export type SupportNote = z.infer<typeof SupportNote>

export const SavedReply = z.object({
  _id: z.string(),
  title: z.string(),
  /** May contain the placeholders `{name}` and `{order}`, filled in by `fillReply`. */
  text: z.string(),
  createdAt: Time,
  updatedAt: Time,
  version: RowVersion,
})
export type SavedReply = z.infer<typeof SavedReply>

/** The customer of a conversation, or a visitor. */
export const SupportCustomer = z.object({
  _id: z.string(),
  visitor: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Empty if unknown. */
  phone: z.string(),
  points: z.int(),
  createdAt: Time,
})
export type SupportCustomer = z.infer<typeof SupportCustomer>

export const ConversationFilters = z.strictObject({
  status: z.optional(z.enum(conversationStatuses)),
  /** Id of a member of staff, or `none` for unassigned conversations. */
  assignee: z.optional(Id),
  unread: z.optional(z.enum(['1', '0'])),
  /** Matches the customer's name and email, and message texts. */
  q: SearchQuery,
  ...Pagination,
})
export type ConversationFilters = z.infer<typeof ConversationFilters>
