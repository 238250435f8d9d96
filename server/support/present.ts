import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { items, supportConversations, supportMessages, users } from '../../drizzle/schema.ts'
import type { Conversation, ConversationCounts, SupportMessage } from '../../shared/support.ts'
import { type Db, prepared, type Tx } from '../db/transactions.ts'

export type ConversationRow = typeof supportConversations.$inferSelect

const selectMessages = (db: Pick<Db, 'select'>) =>
  db
    .select({
      id: supportMessages.id,
      userId: supportMessages.userId,
      seq: supportMessages.seq,
      message: supportMessages.message,
      fromStaff: supportMessages.fromStaff,
      senderId: supportMessages.senderId,
      firstName: users.firstName,
      itemId: supportMessages.itemId,
      itemName: items.name,
      orderId: supportMessages.orderId,
      clientId: supportMessages.clientId,
      read: supportMessages.read,
      createdAt: supportMessages.createdAt,
    })
    .from(supportMessages)
    .innerJoin(users, eq(users.id, supportMessages.senderId))
    .leftJoin(items, eq(items.id, supportMessages.itemId))
type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

const byId = prepared('support_message', (db) =>
  selectMessages(db).where(eq(supportMessages.id, sql.placeholder('id'))),
)
const byClientId = prepared('support_message_by_client_id', (db) =>
  selectMessages(db).where(
    and(
      eq(supportMessages.senderId, sql.placeholder('senderId')),
      eq(supportMessages.clientId, sql.placeholder('clientId')),
    ),
  ),
)
const before = prepared('support_messages_before', (db) =>
  selectMessages(db)
    .where(and(eq(supportMessages.userId, sql.placeholder('userId')), lt(supportMessages.seq, sql.placeholder('seq'))))
    .orderBy(desc(supportMessages.seq))
    .limit(sql.placeholder('limit')),
)

export async function findMessage(db: Db | Tx, id: string): Promise<MessageRow | undefined> {
  const [row] = await byId(db, { id })
  return row
}

/** What this sender has sent under that name before. */
export async function findRepeated(db: Db | Tx, senderId: string, clientId: string): Promise<MessageRow | undefined> {
  const [row] = await byClientId(db, { senderId, clientId })
  return row
}

/** The messages before number `seq`, newest first. */
export const readMessagesBefore = async (db: Db, userId: string, seq: number, limit: number): Promise<MessageRow[]> =>
  before(db, { userId, seq, limit })

export const presentMessage = (row: MessageRow): SupportMessage => ({
  _id: row.id,
  seq: row.seq,
  message: row.message,
  sender: { _id: row.senderId, firstName: row.firstName, isAdmin: row.fromStaff },
  // One that was deleted since was never ordered, and has no name any more.
  item: row.itemId === null ? null : { _id: row.itemId, name: row.itemName ?? 'An item no longer sold' },
  order: row.orderId === null ? null : { _id: row.orderId },
  read: row.read,
  createdAt: row.createdAt.getTime(),
  clientId: row.clientId,
})

// Runs the same on both databases.
const assignees = alias(users, 'assignees')
const senders = alias(users, 'senders')

/** Conversations with what the inbox shows of each. */
export const selectConversations = (db: Pick<Db, 'select'>) =>
  db
    .select({
      conversation: supportConversations,
      customer: { _id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      assignee: { _id: assignees.id, firstName: assignees.firstName },
      last: {
        _id: supportMessages.id,
        seq: supportMessages.seq,
        text: sql<string>`substr(${supportMessages.message}, 1, 160)`,
        byStaff: supportMessages.fromStaff,
        name: senders.firstName,
      },
    })
    .from(supportConversations)
    .innerJoin(users, eq(users.id, supportConversations.userId))
    .innerJoin(
      supportMessages,
      and(
        eq(supportMessages.userId, supportConversations.userId),
        eq(supportMessages.seq, supportConversations.lastSeq),
      ),
    )
    .innerJoin(senders, eq(senders.id, supportMessages.senderId))
    .leftJoin(assignees, eq(assignees.id, supportConversations.assigneeId))
type ListedRow = Awaited<ReturnType<typeof selectConversations>>[number]

const ofCustomer = prepared('support_conversation', (db) =>
  selectConversations(db).where(eq(supportConversations.userId, sql.placeholder('userId'))),
)
const counted = prepared('support_counts', (db) =>
  db
    .select({ status: supportConversations.status, count: count() })
    .from(supportConversations)
    .groupBy(supportConversations.status),
)

/** null where nobody has written yet. */
export async function findConversation(db: Db | Tx, userId: string): Promise<Conversation | null> {
  const [row] = await ofCustomer(db, { userId })
  return row ? presentConversation(row) : null
}

export async function countConversations(db: Db | Tx): Promise<ConversationCounts> {
  const rows = await counted(db)
  return { open: 0, waiting: 0, resolved: 0, ...Object.fromEntries(rows.map((row) => [row.status, row.count])) }
}

export const presentConversation = ({ conversation, customer, assignee, last }: ListedRow): Conversation => ({
  _id: conversation.userId,
  customer,
  status: conversation.status,
  assignee,
  waitingSince: conversation.waitingSince?.getTime() ?? null,
  lastMessage: last,
  lastMessageAt: conversation.lastMessageAt!.getTime(),
  unread: conversation.staffUnread,
  customerUnread: conversation.customerUnread,
  createdAt: conversation.createdAt.getTime(),
})
