import * as z from 'zod/mini'
import { Time } from './contract.ts'
import { orderNumber } from './orders.ts'

/** The most characters of a message or a note. */
export const longestMessage = 4000
/** How many orders of a customer staff find beside the conversation, and can attach (SPEC.md §9). */
export const mostAttachable = 50

/** open: the customer waits for an answer. waiting: staff have answered. resolved: done, until somebody writes again. */
export const conversationStatuses = ['open', 'waiting', 'resolved'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]
export const conversationLabels: Record<ConversationStatus, string> = {
  open: 'Open',
  waiting: 'Waiting for the customer',
  resolved: 'Resolved',
}

export const SupportMessage = z.object({
  _id: z.string(),
  /** 1, 2, 3 … within the conversation, without a gap: its place. */
  seq: z.int(),
  message: z.string(),
  /** `isAdmin`: written as staff, on the other side of the conversation from its customer. */
  sender: z.object({ _id: z.string(), firstName: z.string(), isAdmin: z.boolean() }),
  /** What goes with it: an item or an order, or neither. Prices and states are read where they live. */
  item: z.nullable(z.object({ _id: z.string(), name: z.string() })),
  order: z.nullable(z.object({ _id: z.string() })),
  /** Whether the other side has read it. */
  read: z.boolean(),
  createdAt: Time,
  /** The sender's own name for it; null when it was sent without one. */
  clientId: z.nullable(z.string()),
})
export type SupportMessage = z.infer<typeof SupportMessage>

/** A conversation as the inbox shows it. Its id is its customer's. */
export const Conversation = z.object({
  _id: z.string(),
  customer: z.object({ _id: z.string(), firstName: z.string(), lastName: z.string(), email: z.string() }),
  status: z.enum(conversationStatuses),
  assignee: z.nullable(z.object({ _id: z.string(), firstName: z.string() })),
  /** Since when the customer waits for an answer: set when it is open, and only then. */
  waitingSince: z.nullable(Time),
  /** The beginning of its newest message. */
  lastMessage: z.object({ _id: z.string(), seq: z.int(), text: z.string(), byStaff: z.boolean(), name: z.string() }),
  lastMessageAt: Time,
  /** How many of the customer's messages no member of staff has read. */
  unread: z.int(),
  /** How many of the staff's messages the customer has not read. */
  customerUnread: z.int(),
  createdAt: Time,
})
export type Conversation = z.infer<typeof Conversation>

/** How many conversations there are in each state; `open` is how many customers wait. */
export const ConversationCounts = z.object({ open: z.int(), waiting: z.int(), resolved: z.int() })
export type ConversationCounts = z.infer<typeof ConversationCounts>

/** What staff told each other about a customer. No customer's stream or answer ever carries one. */
export const SupportNote = z.object({
  _id: z.string(),
  /** The customer whom it is about. */
  userId: z.string(),
  text: z.string(),
  author: z.object({ _id: z.string(), firstName: z.string() }),
  createdAt: Time,
})
export type SupportNote = z.infer<typeof SupportNote>

export const SavedReply = z.object({
  _id: z.string(),
  title: z.string(),
  /** With `{name}` and `{order}` in it, which `fillReply` fills in. */
  text: z.string(),
  createdAt: Time,
  updatedAt: Time,
})
export type SavedReply = z.infer<typeof SavedReply>

/** Whom staff are talking to. */
export const SupportCustomer = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Empty when none was given. */
  phone: z.string(),
  points: z.int(),
  createdAt: Time,
})
export type SupportCustomer = z.infer<typeof SupportCustomer>

type Standing = { status: ConversationStatus; waitingSince: number | null }

/** Where a conversation stands after somebody wrote: a customer waits from the first message that has no answer. */
export const afterMessage = ({ waitingSince }: Standing, byStaff: boolean, now: number): Standing =>
  byStaff ? { status: 'waiting', waitingSince: null } : { status: 'open', waitingSince: waitingSince ?? now }

/** Where it stands after staff put it in another state. */
export const afterStatus = ({ waitingSince }: Standing, status: ConversationStatus, now: number): Standing => ({
  status,
  waitingSince: status === 'open' ? (waitingSince ?? now) : null,
})

type Placed = Pick<Conversation, '_id' | 'waitingSince' | 'lastMessageAt'>

/** The order of the inbox, for `toSorted`: who waits longest first, then by the newest message. */
export function byWait(one: Placed, other: Placed): number {
  const ids = one._id < other._id ? -1 : one._id > other._id ? 1 : 0
  if (one.waitingSince !== null && other.waitingSince !== null) return one.waitingSince - other.waitingSince || ids
  if (one.waitingSince !== null) return -1
  if (other.waitingSince !== null) return 1
  return other.lastMessageAt - one.lastMessageAt || ids
}

/** A saved reply for this customer: `{name}` is the first name, `{order}` reads `order #4F7K2A` or `your order`. */
export const fillReply = (reply: string, { name, orderId }: { name: string; orderId: string | null }) =>
  reply.replace(/\{(name|order)\}/g, (_, what: string) => {
    if (what === 'name') return name
    return orderId ? `order #${orderNumber(orderId)}` : 'your order'
  })
