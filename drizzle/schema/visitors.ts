import { isNotNull, sql } from 'drizzle-orm'
import { conversationStatuses } from '../../shared/support/staff-schema.ts'
import { deliveryStates } from '../../shared/support/schema.ts'
import { isNotOpen } from '../conditions.ts'
import { atLeast, createdAt, enumerated, id, kit } from '../kit.ts'
import { users } from './accounts.ts'

/**
 * Conversations with people who wrote through the contact form, without an account. They are answered by email and never
 * joined to an account, whatever address they gave: nobody has proved that it is theirs.
 */
export const visitorConversations = kit.table(
  'visitor_conversations',
  {
    /** See `isVisitorId`. */
    id: kit.text().primaryKey(),
    name: kit.text().notNull(),
    /** Lower case. */
    email: kit.text().notNull(),
    /** `searchText` of the name, the email address and the messages. */
    searchText: kit.text().notNull(),
    status: kit
      .oneOf(...conversationStatuses)
      .notNull()
      .default('open'),
    assigneeId: kit.text().references(() => users.id),
    /** The `seq` of its last message. */
    lastSeq: kit.int().notNull().default(0),
    lastMessageAt: kit.time().notNull(),
    /** Since when the visitor has been waiting for a reply. */
    waitingSince: kit.time(),
    /** When it comes back to the open ones, or did; null unless staff asked to be reminded. */
    remindAt: kit.time(),
    staffUnread: kit.int().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    kit.index('visitors_by_wait').on(t.status, t.waitingSince, t.id),
    kit.index('visitors_by_message').on(t.status, t.lastMessageAt, sql`${t.id} desc`),
    kit
      .index('visitors_answered')
      .on(t.lastMessageAt, sql`${t.id} desc`)
      .where(isNotOpen(t.status)),
    kit.index('visitors_by_email').on(t.email, t.lastMessageAt),
    kit.index('visitors_by_assignee').on(t.assigneeId),
    kit.index('visitors_to_remind').on(t.remindAt, t.id).where(isNotNull(t.remindAt)),
    enumerated(t.status, conversationStatuses),
    ...atLeast(0, t.lastSeq, t.staffUnread),
  ],
)

export const visitorMessages = kit.table(
  'visitor_messages',
  {
    id: id(),
    conversationId: kit
      .text()
      .notNull()
      .references(() => visitorConversations.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 … within the conversation. */
    seq: kit.int().notNull(),
    /** The member of staff; null for the visitor. */
    senderId: kit.text().references(() => users.id),
    message: kit.text().notNull(),
    /** The id the sender's client chose, so that resending doesn't duplicate the message. */
    clientId: kit.text(),
    /** Whether staff have read it. */
    read: kit.bool().notNull().default(false),
    /** What became of the email with a reply; null for the visitor's own messages. */
    delivery: kit.oneOf(...deliveryStates),
    createdAt: createdAt(),
  },
  (t) => [
    kit.uniqueIndex('visitor_messages_in_conversation').on(t.conversationId, t.seq),
    kit.uniqueIndex('visitor_messages_by_client_id').on(t.senderId, t.clientId),
    enumerated(t.delivery, deliveryStates),
    ...atLeast(1, t.seq),
  ],
)

/** Staff's internal notes in a visitor's conversation. */
export const visitorNotes = kit.table(
  'visitor_notes',
  {
    id: id(),
    /** The conversation; named and shaped as in `support_notes`, so that both are read alike. */
    userId: kit
      .text()
      .notNull()
      .references(() => visitorConversations.id, { onDelete: 'cascade' }),
    authorId: kit
      .text()
      .notNull()
      .references(() => users.id),
    text: kit.text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [kit.index('visitor_notes_by_conversation').on(t.userId, t.createdAt)],
)
