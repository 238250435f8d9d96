import { isNotNull, sql } from 'drizzle-orm'
import { conversationStatuses } from '../../shared/support/staff-schema.ts'
import { isNotOpen } from '../conditions.ts'
import { atLeast, createdAt, enumerated, id, kit, updatedAt, version } from '../kit.ts'
import { users } from './accounts.ts'

/** One conversation for each customer. */
export const supportConversations = kit.table(
  'support_conversations',
  {
    userId: kit
      .text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: kit
      .oneOf(...conversationStatuses)
      .notNull()
      .default('open'),
    assigneeId: kit.text().references(() => users.id),
    /** The `seq` of its last message. */
    lastSeq: kit.int().notNull().default(0),
    lastMessageAt: kit.time(),
    /** Since when the customer has been waiting for a reply. */
    waitingSince: kit.time(),
    /** When it comes back to the open ones, or did; null unless staff asked to be reminded. */
    remindAt: kit.time(),
    customerUnread: kit.int().notNull().default(0),
    staffUnread: kit.int().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    // The inbox: waiting customers, longest first; then the others, by their newest message. They include what is filtered.
    kit.index('conversations_by_wait').on(t.status, t.waitingSince, t.userId, t.assigneeId, t.staffUnread),
    kit
      .index('conversations_by_message')
      .on(t.status, t.lastMessageAt, sql`${t.userId} desc`, t.assigneeId, t.staffUnread),
    kit
      .index('conversations_answered')
      .on(t.lastMessageAt, sql`${t.userId} desc`, t.assigneeId, t.staffUnread)
      .where(isNotOpen(t.status)),
    kit.index('conversations_by_assignee').on(t.assigneeId),
    kit.index('conversations_to_remind').on(t.remindAt, t.userId).where(isNotNull(t.remindAt)),
    enumerated(t.status, conversationStatuses),
    ...atLeast(0, t.lastSeq, t.customerUnread, t.staffUnread),
  ],
)

export const supportMessages = kit.table(
  'support_messages',
  {
    id: id(),
    /** The customer whose conversation it belongs to. */
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 … within the conversation. */
    seq: kit.int().notNull(),
    senderId: kit
      .text()
      .notNull()
      .references(() => users.id),
    fromStaff: kit.bool().notNull(),
    message: kit.text().notNull(),
    /** `searchText` of the message; '' in rows of an earlier version until `backfill`. */
    searchText: kit.text().notNull().default(''),
    itemId: kit.text(),
    orderId: kit.text(),
    /** A picture of the transfer of `orderId`; the picture may be deleted since. */
    proofId: kit.text(),
    /** The id the sender's client chose, so that resending doesn't duplicate the message. */
    clientId: kit.text(),
    read: kit.bool().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('messages_in_conversation').on(t.userId, t.seq),
    kit.uniqueIndex('messages_by_client_id').on(t.senderId, t.clientId),
    ...atLeast(1, t.seq),
  ],
)

/** Staff's internal notes in a conversation; customers never see them. */
export const supportNotes = kit.table(
  'support_notes',
  {
    id: id(),
    /** The customer whose conversation it belongs to. */
    userId: kit
      .text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: kit
      .text()
      .notNull()
      .references(() => users.id),
    text: kit.text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [kit.index('support_notes_by_customer').on(t.userId, t.createdAt)],
)

/** Canned replies; `{name}` and `{order}` are filled in when one is used. */
export const savedReplies = kit.table(
  'saved_replies',
  {
    id: id(),
    title: kit.text().notNull().unique(),
    text: kit.text().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => atLeast(1, t.version),
)
