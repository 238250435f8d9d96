import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { items, supportConversations, supportMessages, users } from '../../drizzle/schema.ts'
import { isVisitorId } from '../../shared/support/rules.ts'
import type { SupportMessage } from '../../shared/support/schema.ts'
import type { Conversation, ConversationCounts, OrderToVerify } from '../../shared/support/staff-schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'
import { readOrdersToVerify } from './read-orders-to-verify.ts'
import { countVisitors, findVisitorConversation } from './visitors.ts'

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
      proofId: supportMessages.proofId,
      clientId: supportMessages.clientId,
      read: supportMessages.read,
      createdAt: supportMessages.createdAt,
    })
    .from(supportMessages)
    .innerJoin(users, eq(users.id, supportMessages.senderId))
    .leftJoin(items, eq(items.id, supportMessages.itemId))
type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

const findById = prepared('support_message', (db) =>
  selectMessages(db).where(eq(supportMessages.id, sql.placeholder('id'))),
)
const findBySenderAndClientId = prepared('support_message_by_client_id', (db) =>
  selectMessages(db).where(
    and(
      eq(supportMessages.senderId, sql.placeholder('senderId')),
      eq(supportMessages.clientId, sql.placeholder('clientId')),
    ),
  ),
)
const selectBefore = prepared('support_messages_before', (db) =>
  selectMessages(db)
    .where(and(eq(supportMessages.userId, sql.placeholder('userId')), lt(supportMessages.seq, sql.placeholder('seq'))))
    .orderBy(desc(supportMessages.seq))
    .limit(sql.placeholder('limit')),
)

export async function findMessage(db: Db | Tx, id: string): Promise<MessageRow | undefined> {
  const [row] = await findById(db, { id })
  return row
}

/** The message that a sender has sent with this `clientId`. */
export async function findByClientId(db: Db | Tx, senderId: string, clientId: string): Promise<MessageRow | undefined> {
  const [row] = await findBySenderAndClientId(db, { senderId, clientId })
  return row
}

/** The messages before the number `seq`, newest first. */
export const readMessagesBefore = async (db: Db, userId: string, seq: number, limit: number): Promise<MessageRow[]> =>
  selectBefore(db, { userId, seq, limit })

export const presentMessage = (row: MessageRow): SupportMessage => ({
  _id: row.id,
  seq: row.seq,
  message: row.message,
  sender: { _id: row.senderId, firstName: row.firstName, isAdmin: row.fromStaff },
  // An item that was deleted since has no name.
  item: row.itemId === null ? null : { _id: row.itemId, name: row.itemName ?? 'Item no longer available' },
  order: row.orderId === null || row.proofId !== null ? null : { _id: row.orderId },
  proof: row.orderId === null || row.proofId === null ? null : { _id: row.proofId, order: row.orderId },
  read: row.read,
  createdAt: row.createdAt.getTime(),
  clientId: row.clientId,
})

// `alias` of sqlite-core works for both dialects.
const assignees = alias(users, 'assignees')
const senders = alias(users, 'senders')

/** Selects conversations with everything the inbox shows of them. */
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
type InboxRow = Awaited<ReturnType<typeof selectConversations>>[number]

const selectByCustomer = prepared('support_conversation', (db) =>
  selectConversations(db).where(eq(supportConversations.userId, sql.placeholder('userId'))),
)
const selectCounts = prepared('support_counts', (db) =>
  db
    .select({ status: supportConversations.status, count: count() })
    .from(supportConversations)
    .groupBy(supportConversations.status),
)

/** @returns null if there are no messages */
export async function findConversation(db: Db | Tx, userId: string): Promise<Conversation | null> {
  if (isVisitorId(userId)) return findVisitorConversation(db, userId)
  const [row] = await selectByCustomer(db, { userId })
  if (!row) return null
  return presentConversation(row, (await readOrdersToVerify(db, [userId])).get(userId))
}

export async function countConversations(db: Db | Tx): Promise<ConversationCounts> {
  const counts = { open: 0, waiting: 0, resolved: 0 }
  for (const { status, count } of [...(await selectCounts(db)), ...(await countVisitors(db))]) counts[status] += count
  return counts
}

/** Presents a customer's conversation, with the orders that wait for verification. */
export const presentConversation = (
  { conversation, customer, assignee, last }: InboxRow,
  toVerify: OrderToVerify[] = [],
): Conversation => ({
  _id: conversation.userId,
  visitor: false,
  customer,
  status: conversation.status,
  assignee,
  waitingSince: conversation.waitingSince?.getTime() ?? null,
  remindAt: conversation.remindAt?.getTime() ?? null,
  lastMessage: last,
  lastMessageAt: conversation.lastMessageAt!.getTime(),
  unread: conversation.staffUnread,
  customerUnread: conversation.customerUnread,
  toVerify,
  createdAt: conversation.createdAt.getTime(),
})
