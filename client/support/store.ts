import type { CustomerProfile } from '../../shared/staff.ts'
import type { Signal, StreamEvent } from '../../shared/stream.ts'
import {
  byWait,
  type Conversation,
  type ConversationCounts,
  type ConversationStatus,
  type SavedReply,
  type SupportMessage,
  type SupportNote,
} from '../../shared/support.ts'
import { listKey, listOf, placeInList, upsert } from '../stream/lists.ts'
import type { SupportState } from './state.ts'

/** `assignee`: an id, or `none`. */
export type InboxFilter = {
  status?: ConversationStatus | undefined
  assignee?: string | undefined
  unread?: '1' | undefined
  q?: string | undefined
}
type Draft = { support: SupportState }
type Page = { data: Conversation[]; totalCount: number; nextCursor: string | null; counts: ConversationCounts }
type MessagePage = { messages: SupportMessage[]; nextCursor: string | null }

export const threadKey = (customer: string) => `support/thread/${customer}`
export const conversationKey = (customer: string) => `support/conversation/${customer}`
export const unreadKey = 'support/unread'
export const repliesKey = 'support/replies'
export const inboxKey = (filter: InboxFilter) => listKey('support/inbox', filter)

/** The newest messages. What was loaded of those before stays, where both are parts of one conversation. */
export function setThread({ support }: Draft, customer: string, page: MessagePage) {
  const known = support.threads[customer]
  const first = page.messages[0]
  const overlaps = first && known?.messages.some(({ _id }) => _id === first._id)
  support.threads[customer] = overlaps
    ? {
        messages: [...known!.messages.filter(({ seq }) => seq < first.seq), ...page.messages],
        nextCursor: known!.nextCursor,
      }
    : { messages: page.messages, nextCursor: page.nextCursor }
  forgetPending(support, page.messages)
}

/** An empty one, where nothing is known of it. */
export function beginThread({ support }: Draft, customer: string) {
  support.threads[customer] ??= { messages: [], nextCursor: null }
}

/** What came before, unless the thread has been loaded anew since. */
export function addEarlier({ support }: Draft, customer: string, cursor: string, page: MessagePage) {
  const thread = support.threads[customer]
  if (!thread || thread.nextCursor !== cursor) return
  const first = thread.messages[0]?.seq ?? Infinity
  thread.messages = [...page.messages.filter(({ seq }) => seq < first), ...thread.messages]
  thread.nextCursor = page.nextCursor
}

/** Puts a message in its place. One that is known is left as it is: only whether it was read changes, and is told. */
export function setMessage({ support }: Draft, customer: string, message: SupportMessage) {
  forgetPending(support, [message])
  const thread = support.threads[customer]
  if (!thread || thread.messages.some(({ _id }) => _id === message._id)) return
  const before = thread.messages.findLastIndex(({ seq }) => seq < message.seq)
  // What comes before all that is loaded is loaded with its page.
  if (before === -1 && thread.nextCursor !== null) return
  thread.messages = thread.messages.toSpliced(before + 1, 0, message)
}

function forgetPending(support: SupportState, messages: SupportMessage[]) {
  if (support.pending.length === 0) return
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  support.pending = support.pending.filter(({ clientId }) => !arrived.has(clientId))
}

export function setInbox(draft: Draft, filter: InboxFilter, page: Page) {
  keepConversations(draft, page)
  draft.support.lists[inboxKey(filter)] = listOf(page)
}

export function keepConversations({ support }: Draft, { data, counts }: Pick<Page, 'data' | 'counts'>) {
  for (const one of data) support.conversations[one._id] = one
  support.counts = counts
}

/** Keeps a conversation, and puts it into every list that it belongs to, or out of it. */
export function setConversation({ support }: Draft, conversation: Conversation) {
  const before = support.conversations[conversation._id]
  support.conversations[conversation._id] = conversation
  for (const [key, list] of Object.entries(support.lists)) {
    const filter = filterOf(key)
    const belongs = (one: Conversation) => isIn(filter, one) && (filter.q === undefined || list.ids.includes(one._id))
    placeInList(list, { row: conversation, before, rows: support.conversations, belongs, compare: byWait })
  }
}

export function setReply({ support }: Draft, reply: SavedReply) {
  if (support.replies) support.replies = upsert(support.replies, reply, byTitle)
}

export function removeReply({ support }: Draft, id: string) {
  if (support.replies) support.replies = support.replies.filter(({ _id }) => _id !== id)
}

export function setNote({ support }: Draft, note: SupportNote) {
  const notes = support.notes[note.userId]
  if (notes) support.notes[note.userId] = upsert(notes, note, (a, b) => a.createdAt - b.createdAt)
}

export function removeNote({ support }: Draft, customer: string, id: string) {
  const notes = support.notes[customer]
  if (notes) support.notes[customer] = notes.filter(({ _id }) => _id !== id)
}

export function applySupport(draft: Draft, event: StreamEvent) {
  const { support } = draft
  if (event.type === 'support.message') {
    const { userId, message, unread } = event.data
    setMessage(draft, userId, message)
    setTyping(support, userId, { who: message.sender.isAdmin ? 'staff' : 'customer', name: message.sender.firstName })
    setUnread(support, event.stream, userId, unread)
  }
  if (event.type === 'support.read') {
    const { userId, by, seq, unread } = event.data
    markRead(support, userId, by, seq)
    setUnread(support, event.stream, userId, unread)
  }
  if (event.type === 'support.conversation') {
    support.counts = event.data.counts
    setConversation(draft, event.data.conversation)
  }
  if (event.type === 'support.note') setNote(draft, event.data.note)
  if (event.type === 'support.note.removed') removeNote(draft, event.data.userId, event.data._id)
  if (event.type === 'reply.changed') setReply(draft, event.data.reply)
  if (event.type === 'reply.removed') removeReply(draft, event.data._id)
  if (event.type === 'customer.profile') setCustomer(support, event.data.customer)
}

/** As they call themselves now. */
function setCustomer(support: SupportState, { _id, firstName, lastName, email, phone }: CustomerProfile) {
  const customer = support.customers[_id]
  if (customer) support.customers[_id] = { ...customer, firstName, lastName, email, phone }
  const conversation = support.conversations[_id]
  if (conversation) {
    support.conversations[_id] = { ...conversation, customer: { _id, firstName, lastName, email } }
  }
}

export function hearSupport({ support }: Draft, signal: Signal, now = Date.now()) {
  if (signal.type !== 'typing') return
  const { userId, who, name, on } = signal.data
  setTyping(support, userId, { who, name }, on ? now : null)
}

/** What somebody wrote has come: they write no more, unless it is told anew. */
function setTyping(support: SupportState, userId: string, { who, name }: Writer, at: number | null = null) {
  const others = (support.typing[userId] ?? []).filter((one) => one.who !== who || one.name !== name)
  if (at !== null) support.typing[userId] = [...others, { who, name, at }]
  else if (support.typing[userId]) support.typing[userId] = others
}
type Writer = { who: 'customer' | 'staff'; name: string }

function markRead(support: SupportState, userId: string, by: 'customer' | 'staff', upTo: number) {
  const thread = support.threads[userId]
  if (!thread) return
  const isRead = ({ seq, sender, read }: SupportMessage) =>
    !read && seq <= upTo && sender.isAdmin === (by === 'customer')
  if (thread.messages.some(isRead)) {
    thread.messages = thread.messages.map((one) => (isRead(one) ? { ...one, read: true } : one))
  }
}

function setUnread(support: SupportState, stream: StreamEvent['stream'], userId: string, unread: number) {
  if (stream === 'user') support.unread = unread
  const conversation = support.conversations[userId]
  if (stream === 'staff' && conversation) setConversation({ support }, { ...conversation, unread })
}

const byTitle = (a: SavedReply, b: SavedReply) => a.title.localeCompare(b.title, 'en')

const filterOf = (key: string): InboxFilter =>
  Object.fromEntries(new URLSearchParams(key.slice('support/inbox&'.length)))

const isIn = ({ status, assignee, unread }: InboxFilter, one: Conversation) =>
  (status === undefined || one.status === status) &&
  (assignee === undefined || (one.assignee?._id ?? 'none') === assignee) &&
  (unread === undefined || one.unread > 0)
