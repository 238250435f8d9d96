import type { CustomerProfile } from '../../../shared/accounts/staff-schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { dueOf } from '../../../shared/payments/due.ts'
import type { StreamEvent } from '../../../shared/stream.ts'
import { byWait } from '../../../shared/support/rules.ts'
import type { Conversation, ConversationCounts, SavedReply, SupportNote } from '../../../shared/support/staff-schema.ts'
import { listKey, setPage } from '../../stream/lists.ts'
import { placeInList, upsert } from '../../stream/place-row.ts'
import type { InboxFilter, StaffSupportState } from './state.ts'

type Draft = { staffSupport: StaffSupportState }
type Page = { data: Conversation[]; totalCount: number; nextCursor: string | null; counts: ConversationCounts }

export const conversationKey = (customer: string) => `support/conversation/${customer}`
export const repliesKey = 'support/replies'
export const inboxKey = (filter: InboxFilter) => listKey('support/inbox', filter)

export function setInbox({ staffSupport }: Draft, filter: InboxFilter, page: Page, cursor?: string) {
  for (const conversation of page.data) staffSupport.conversations[conversation._id] = conversation
  staffSupport.counts = page.counts
  setPage(staffSupport.lists, inboxKey(filter), filter, page, cursor)
}

/** Stores a conversation and moves it into, within or out of every list. */
export function setConversation({ staffSupport: { conversations, lists } }: Draft, conversation: Conversation) {
  const before = conversations[conversation._id]
  conversations[conversation._id] = conversation
  for (const list of Object.values(lists)) {
    const { filter } = list
    // Only the server knows what a search matches.
    const belongs = (row: Conversation) =>
      matches(filter, row) && (filter.q === undefined || list.ids.includes(row._id))
    placeInList(list, { row: conversation, before, rows: conversations, belongs, compare: byWait })
  }
}

export function setReply({ staffSupport }: Draft, reply: SavedReply) {
  if (staffSupport.replies) staffSupport.replies = upsert(staffSupport.replies, reply, byTitle)
}

export function removeReply({ staffSupport }: Draft, id: string) {
  staffSupport.replies &&= staffSupport.replies.filter(({ _id }) => _id !== id)
}

export function setNote({ staffSupport: { notes } }: Draft, note: SupportNote) {
  const loaded = notes[note.userId]
  if (loaded) notes[note.userId] = upsert(loaded, note, (a, b) => a.createdAt - b.createdAt)
}

export function removeNote({ staffSupport: { notes } }: Draft, customer: string, id: string) {
  const loaded = notes[customer]
  if (loaded) notes[customer] = loaded.filter(({ _id }) => _id !== id)
}

export function applyStaffSupport(draft: Draft, event: StreamEvent) {
  const { staffSupport } = draft
  if (event.stream === 'staff' && (event.type === 'support.message' || event.type === 'support.read')) {
    const conversation = staffSupport.conversations[event.data.userId]
    if (conversation) setConversation(draft, { ...conversation, unread: event.data.unread })
  }
  if (event.type === 'support.conversation') {
    const { conversation, counts } = event.data
    // Events of orders are newer than what a conversation's event read of them.
    const toVerify = staffSupport.conversations[conversation._id]?.toVerify ?? conversation.toVerify
    staffSupport.counts = counts
    setConversation(draft, { ...conversation, ...(toVerify && { toVerify }) })
  }
  if (event.stream === 'staff' && event.type === 'order.changed' && 'customer' in event.data.order) {
    setOrderToVerify(staffSupport, event.data.order)
  }
  if (event.type === 'support.note') setNote(draft, event.data.note)
  if (event.type === 'support.note.removed') removeNote(draft, event.data.userId, event.data._id)
  if (event.type === 'reply.changed') setReply(draft, event.data.reply)
  if (event.type === 'reply.removed') removeReply(draft, event.data._id)
  if (event.type === 'customer.profile') setCustomer(staffSupport, event.data.customer)
}

/** Puts an order among those of its customer's conversation that wait for verification, or takes it out. */
function setOrderToVerify({ conversations }: StaffSupportState, order: StaffOrder) {
  const conversation = conversations[order.customer._id]
  if (!conversation?.toVerify) return
  const row = { _id: order._id, due: dueOf(order), paidAt: order.paidAt ?? order.createdAt }
  const others = conversation.toVerify.filter(({ _id }) => _id !== order._id)
  const toVerify = order.paymentStatus === 'paid' ? upsert(others, row, (a, b) => a.paidAt - b.paidAt) : others
  conversations[order.customer._id] = { ...conversation, toVerify }
}

function setCustomer({ customers, conversations }: StaffSupportState, profile: CustomerProfile) {
  const { _id, firstName, lastName, email, phone } = profile
  const [customer, conversation] = [customers[_id], conversations[_id]]
  if (customer) customers[_id] = { ...customer, firstName, lastName, email, phone }
  if (conversation) conversations[_id] = { ...conversation, customer: { _id, firstName, lastName, email } }
}

const byTitle = (a: SavedReply, b: SavedReply) => a.title.localeCompare(b.title, 'en')

const matches = ({ status, assignee, unread }: InboxFilter, conversation: Conversation) =>
  (status === undefined || conversation.status === status) &&
  (assignee === undefined || (conversation.assignee?._id ?? 'none') === assignee) &&
  (unread === undefined || conversation.unread > 0)
