import { orderNumber } from '../orders/rules.ts'
import type { Conversation, ConversationStatus } from './staff-schema.ts'

/** Ids of visitors' conversations begin with a letter that ids of users, which begin with their time, never have. */
const visitorPrefix = 'v'

export const visitorIdFrom = (id: string) => `${visitorPrefix}${id}`

/** Whether a conversation is a visitor's, who has no account and is answered by email. */
export const isVisitorId = (conversation: string) => conversation.startsWith(visitorPrefix)

export type ConversationState = {
  status: ConversationStatus
  waitingSince: number | null
  /** When it comes back to the open ones; of an open one, when it did. */
  remindAt: number | null
}

/** Whether a conversation is open because staff asked to be reminded: nobody waits for an answer. */
export const isReminder = ({ status, remindAt }: Pick<Conversation, 'status' | 'remindAt'>) =>
  status === 'open' && typeof remindAt === 'number'

/** Whether staff can ask to be reminded of a conversation: nobody waits in it. */
export const canRemind = (conversation: Pick<Conversation, 'status' | 'remindAt'>) =>
  conversation.status !== 'open' || isReminder(conversation)

/** The conversation's state after a customer's message. They wait since their first unanswered message. */
export const afterQuestion = (state: ConversationState, now: number): ConversationState => ({
  status: 'open',
  waitingSince: isReminder(state) ? now : (state.waitingSince ?? now),
  remindAt: null,
})

/** The conversation's state after an answer by staff, which may resolve it. A reminder that is to come stays otherwise. */
export const afterAnswer = (state: ConversationState, resolve = false): ConversationState => ({
  status: resolve ? 'resolved' : 'waiting',
  waitingSince: null,
  remindAt: resolve || isReminder(state) ? null : state.remindAt,
})

/** The conversation's state once staff are reminded of it; it has its place among those who wait since then. */
export const afterReminder = ({ remindAt }: ConversationState): ConversationState => ({
  status: 'open',
  waitingSince: remindAt,
  remindAt,
})

/** The conversation's state after staff set its status. */
export const afterStatus = (
  { waitingSince }: ConversationState,
  status: ConversationStatus,
  now: number,
): ConversationState => ({ status, waitingSince: status === 'open' ? (waitingSince ?? now) : null, remindAt: null })

type InboxRow = Pick<Conversation, '_id' | 'waitingSince' | 'lastMessageAt'>

/** Sorts the inbox: the longest waiting customers first, then by the newest message. */
export function byWait(one: InboxRow, other: InboxRow): number {
  const ids = one._id < other._id ? -1 : one._id > other._id ? 1 : 0
  if (one.waitingSince !== null && other.waitingSince !== null) return one.waitingSince - other.waitingSince || ids
  if (one.waitingSince !== null) return -1
  if (other.waitingSince !== null) return 1
  return other.lastMessageAt - one.lastMessageAt || ids
}

/**
 * Fills in the placeholders of a saved reply: `{name}` with the first name, `{order}` with `order #4F7K2A`, or
 * `your order` without one.
 */
export const fillReply = (reply: string, { name, orderId }: { name: string; orderId: string | null }) =>
  reply.replace(/\{(name|order)\}/g, (_, placeholder: string) => {
    if (placeholder === 'name') return name
    return orderId ? `order #${orderNumber(orderId)}` : 'your order'
  })

/** Characters of a reply that its notification quotes. */
const maxQuoted = 80

/** The notification of a reply: 'Support replied about order #4F7K2A: “We found your transfer.”' */
export function replyNotice(message: string, orderId: string | null): string {
  const about = orderId ? ` about order #${orderNumber(orderId)}` : ''
  return `Support replied${about}: “${firstWords(message)}”`
}

/** The beginning of a text on one line, cut after a whole word if it can be. */
function firstWords(text: string): string {
  const characters = [...text.trim().replace(/\s+/gu, ' ')]
  if (characters.length <= maxQuoted) return characters.join('')
  const cut = characters.slice(0, maxQuoted).join('')
  return `${cut.replace(/ \S{0,20}$/u, '')}…`
}
