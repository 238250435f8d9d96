import type { EventOf, Signal, StreamEvent } from '../../shared/stream.ts'
import type { SupportMessage } from '../../shared/support/schema.ts'
import type { Participant, SupportState } from './state.ts'

type Draft = { support: SupportState }
type Page = { messages: SupportMessage[]; nextCursor: string | null }

export const threadKey = (customer: string) => `support/thread/${customer}`
export const unreadKey = 'support/unread'

/** Stores the newest messages; earlier ones that were loaded stay if the two parts connect. */
export function setThread({ support }: Draft, customer: string, page: Page) {
  const loaded = support.threads[customer]
  const first = page.messages[0]
  const overlaps = first && !loaded?.isIncomplete && loaded?.messages.some(({ _id }) => _id === first._id)
  support.threads[customer] = overlaps
    ? {
        messages: [...loaded!.messages.filter(({ seq }) => seq < first.seq), ...page.messages],
        nextCursor: loaded!.nextCursor,
      }
    : { messages: page.messages, nextCursor: page.nextCursor }
  removeAcknowledged(support, page.messages)
}

/** Starts an empty thread without its history if none was loaded. */
export function startThread({ support }: Draft, customer: string) {
  support.threads[customer] ??= { messages: [], nextCursor: null, isIncomplete: true }
}

/** Prepends the page requested with `cursor`, unless the thread was reloaded in the meantime. */
export function addEarlier({ support }: Draft, customer: string, cursor: string, page: Page) {
  const thread = support.threads[customer]
  if (!thread || thread.nextCursor !== cursor) return
  const first = thread.messages[0]?.seq ?? Infinity
  thread.messages = [...page.messages.filter(({ seq }) => seq < first), ...thread.messages]
  thread.nextCursor = page.nextCursor
}

/** Inserts a message in order. A known message stays as it is: only `read` can change, which has its own event. */
export function setMessage({ support }: Draft, customer: string, message: SupportMessage) {
  removeAcknowledged(support, [message])
  const thread = support.threads[customer]
  if (!thread || thread.messages.some(({ _id }) => _id === message._id)) return
  const before = thread.messages.findLastIndex(({ seq }) => seq < message.seq)
  // A message from before the loaded part comes with its page.
  if (before === -1 && thread.nextCursor !== null) return
  thread.messages = thread.messages.toSpliced(before + 1, 0, message)
}

function removeAcknowledged(support: SupportState, messages: SupportMessage[]) {
  if (support.pending.length === 0) return
  const arrived = new Set(messages.map(({ clientId }) => clientId))
  support.pending = support.pending.filter(({ clientId }) => !arrived.has(clientId))
}

export function applySupport(draft: Draft, event: StreamEvent) {
  const { support } = draft
  if (event.type === 'support.message') {
    const { userId, message, unread } = event.data
    const { isAdmin, firstName } = message.sender
    setMessage(draft, userId, message)
    const sender: Participant = { who: isAdmin ? 'staff' : 'customer', name: firstName }
    setTyping(support, userId, sender)
    if (event.stream !== 'user') return
    support.unread = unread
    if (isAdmin) support.lastReply = sender
  }
  if (event.type === 'support.read') {
    const { userId, by, seq, unread } = event.data
    markRead(support, userId, by, seq)
    if (event.stream === 'user') support.unread = unread
  }
  if (event.type === 'support.delivery') setDelivery(support, event.data)
}

export function applySupportSignal({ support }: Draft, signal: Signal, now = Date.now()) {
  if (signal.type !== 'typing') return
  const { userId, who, name, on } = signal.data
  setTyping(support, userId, { who, name }, on ? now : null)
}

/** @param at null when they stopped typing, as a message does until the next signal */
function setTyping(support: SupportState, userId: string, { who, name }: Participant, at: number | null = null) {
  const others = (support.typing[userId] ?? []).filter((other) => other.who !== who || other.name !== name)
  if (at !== null) support.typing[userId] = [...others, { who, name, at }]
  else if (support.typing[userId]) support.typing[userId] = others
}

function setDelivery({ threads }: SupportState, { userId, _id, delivery }: EventOf<'support.delivery'>['data']) {
  const thread = threads[userId]
  if (thread) thread.messages = thread.messages.map((one) => (one._id === _id ? { ...one, delivery } : one))
}

function markRead(support: SupportState, userId: string, by: 'customer' | 'staff', upTo: number) {
  const thread = support.threads[userId]
  if (!thread) return
  const isNewlyRead = ({ seq, sender, read }: SupportMessage) =>
    !read && seq <= upTo && sender.isAdmin === (by === 'customer')
  if (thread.messages.some(isNewlyRead)) {
    thread.messages = thread.messages.map((message) => (isNewlyRead(message) ? { ...message, read: true } : message))
  }
}
