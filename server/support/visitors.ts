import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { users, visitorConversations, visitorMessages } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { SupportMessage } from '../../shared/support/schema.ts'
import type { Conversation } from '../../shared/support/staff-schema.ts'
import { type Db, forUpdate, type Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

export type VisitorRow = typeof visitorConversations.$inferSelect

/** Locks a visitor's conversation until the commit. @throws 404 */
export async function loadVisitor({ tx }: MutationContext, id: string): Promise<VisitorRow> {
  const [row] = await forUpdate(tx.select().from(visitorConversations).where(eq(visitorConversations.id, id)))
  if (!row) throw notFound('Conversation not found')
  return row
}

/** Changes columns of a visitor's conversation, without an event. */
export async function updateVisitor({ tx }: MutationContext, id: string, columns: Partial<VisitorRow>) {
  await tx.update(visitorConversations).set(columns).where(eq(visitorConversations.id, id))
}

/** @throws 404 */
export async function assertVisitorExists(db: Db | Tx, id: string) {
  const [found] = await db
    .select({ id: visitorConversations.id })
    .from(visitorConversations)
    .where(eq(visitorConversations.id, id))
  if (!found) throw notFound('Conversation not found')
}

const selectMessages = (db: Db | Tx) =>
  db
    .select({ message: visitorMessages, staffName: users.firstName, visitorName: visitorConversations.name })
    .from(visitorMessages)
    .innerJoin(visitorConversations, eq(visitorConversations.id, visitorMessages.conversationId))
    .leftJoin(users, eq(users.id, visitorMessages.senderId))
type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number]

/** A message in a visitor's conversation, by its id. */
export async function findVisitorMessage(db: Db | Tx, id: string): Promise<MessageRow | undefined> {
  const [row] = await selectMessages(db).where(eq(visitorMessages.id, id))
  return row
}

/** The message that a member of staff has sent to a visitor with this `clientId`. */
export async function findVisitorMessageByClientId(db: Db | Tx, senderId: string, clientId: string) {
  const isSent = and(eq(visitorMessages.senderId, senderId), eq(visitorMessages.clientId, clientId))
  const [row] = await selectMessages(db).where(isSent)
  return row
}

/** The messages before the number `seq`, newest first. */
export const readVisitorMessagesBefore = (db: Db, id: string, seq: number, limit: number) =>
  selectMessages(db)
    .where(and(eq(visitorMessages.conversationId, id), lt(visitorMessages.seq, seq)))
    .orderBy(desc(visitorMessages.seq))
    .limit(limit)

export const presentVisitorMessage = ({ message, staffName, visitorName }: MessageRow): SupportMessage => ({
  _id: message.id,
  seq: message.seq,
  message: message.message,
  sender:
    message.senderId === null
      ? { _id: message.conversationId, firstName: visitorName, isAdmin: false }
      : { _id: message.senderId, firstName: staffName!, isAdmin: true },
  item: null,
  order: null,
  read: message.read,
  createdAt: message.createdAt.getTime(),
  clientId: message.clientId,
  ...(message.delivery !== null && { delivery: message.delivery }),
})

const senders = alias(users, 'senders')

/** Selects visitors' conversations with everything the inbox shows of them. */
export const selectVisitors = (db: Db | Tx) =>
  db
    .select({
      conversation: visitorConversations,
      assignee: { _id: users.id, firstName: users.firstName },
      last: {
        _id: visitorMessages.id,
        seq: visitorMessages.seq,
        text: sql<string>`substr(${visitorMessages.message}, 1, 160)`,
      },
      sender: senders.firstName,
    })
    .from(visitorConversations)
    .innerJoin(
      visitorMessages,
      and(
        eq(visitorMessages.conversationId, visitorConversations.id),
        eq(visitorMessages.seq, visitorConversations.lastSeq),
      ),
    )
    .leftJoin(senders, eq(senders.id, visitorMessages.senderId))
    .leftJoin(users, eq(users.id, visitorConversations.assigneeId))
type VisitorInboxRow = Awaited<ReturnType<typeof selectVisitors>>[number]

/** The visitor as the inbox shows them: the whole name is in `firstName`. */
export const presentVisitor = ({ id, name, email }: VisitorRow) => ({ _id: id, firstName: name, lastName: '', email })

export const presentVisitorConversation = (row: VisitorInboxRow): Conversation => {
  const { conversation, assignee, last, sender } = row
  return {
    _id: conversation.id,
    visitor: true,
    customer: presentVisitor(conversation),
    status: conversation.status,
    assignee,
    waitingSince: conversation.waitingSince?.getTime() ?? null,
    remindAt: conversation.remindAt?.getTime() ?? null,
    lastMessage: { ...last, byStaff: sender !== null, name: sender ?? conversation.name },
    lastMessageAt: conversation.lastMessageAt.getTime(),
    unread: conversation.staffUnread,
    // Whether an email was read is unknown.
    customerUnread: 0,
    toVerify: [],
    createdAt: conversation.createdAt.getTime(),
  }
}

/** A visitor's conversation as staff see it in the inbox; null if there is none. */
export async function findVisitorConversation(db: Db | Tx, id: string): Promise<Conversation | null> {
  const [row] = await selectVisitors(db).where(eq(visitorConversations.id, id))
  return row ? presentVisitorConversation(row) : null
}

/** The number of visitors' conversations by status; those without any are left out. */
export const countVisitors = (db: Db | Tx) =>
  db
    .select({ status: visitorConversations.status, count: count() })
    .from(visitorConversations)
    .groupBy(visitorConversations.status)
