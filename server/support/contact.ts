import { and, desc, eq, inArray, lt, ne } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { visitorConversations, visitorMessages } from '../../drizzle/schema.ts'
import { ApiError } from '../../shared/api-error.ts'
import { searchText } from '../../shared/search-text.ts'
import { afterQuestion, visitorIdFrom } from '../../shared/support/rules.ts'
import type { ContactMessage } from '../../shared/support/input-schema.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { type Db, forUpdate, type Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { publishConversation, stateColumns, stateOf } from './conversation.ts'
import { findVisitorMessage, presentVisitorMessage, updateVisitor, type VisitorRow } from './visitors.ts'

// Anybody can write, so everything is bounded.
/** Conversations of visitors that wait for staff. */
export const maxWaitingVisitors = 200
/** Conversations of visitors in all; the oldest answered one makes room. */
const maxVisitors = 2000
/** After this many messages, a visitor's next one starts a new conversation. */
const maxMessages = 20
/** What a search looks through, of each. */
const maxSearchText = 8000
const retentionMs = 180 * 24 * 3_600_000

/**
 * Takes a message of a visitor into the inbox. It continues the newest conversation of the same name and address.
 * @throws 429 while too many visitors wait for an answer
 */
export async function receiveContact(ctx: MutationContext, { name, email, message }: ContactMessage) {
  const found = await findConversation(ctx.tx, name, email)
  const conversation = found ?? (await startConversation(ctx, name, email))
  const { id } = conversation
  const seq = conversation.lastSeq + 1
  const row = { id: newId(ctx.now.getTime()), conversationId: id, seq, message, createdAt: ctx.now }
  await ctx.tx.insert(visitorMessages).values(row)
  const staffUnread = conversation.staffUnread + 1
  await updateVisitor(ctx, id, {
    ...stateColumns(afterQuestion(stateOf(conversation), ctx.now.getTime())),
    lastSeq: seq,
    lastMessageAt: ctx.now,
    staffUnread,
    searchText: (conversation.searchText + searchText(message)).slice(0, maxSearchText),
  })
  const presented = presentVisitorMessage((await findVisitorMessage(ctx.tx, row.id))!)
  ctx.publish('staff', { type: 'support.message', data: { userId: id, message: presented, unread: staffUnread } })
  await publishConversation(ctx, id)
}

async function findConversation(tx: Tx, name: string, email: string): Promise<VisitorRow | undefined> {
  const { lastMessageAt, lastSeq } = visitorConversations
  const query = tx
    .select()
    .from(visitorConversations)
    .where(and(eq(visitorConversations.email, email), eq(visitorConversations.name, name), lt(lastSeq, maxMessages)))
    .orderBy(desc(lastMessageAt))
    .limit(1)
  const [row] = await forUpdate(query)
  return row
}

async function startConversation({ tx, now }: MutationContext, name: string, email: string): Promise<VisitorRow> {
  const waiting = await tx.$count(visitorConversations, eq(visitorConversations.status, 'open'))
  if (waiting >= maxWaitingVisitors) {
    const message = 'We have more messages than we can answer right now. Please try again in a few hours.'
    throw new ApiError(429, 'too_many', message, { retryAfter: 3600 })
  }
  if ((await tx.$count(visitorConversations)) >= maxVisitors) await makeRoom(tx)
  const [row] = await tx
    .insert(visitorConversations)
    .values({
      id: visitorIdFrom(newId(now.getTime())),
      name,
      email,
      searchText: searchText(name, email),
      lastMessageAt: now,
      createdAt: now,
    })
    .returning()
  return row!
}

async function makeRoom(tx: Tx) {
  const [oldest] = await tx
    .select({ id: visitorConversations.id })
    .from(visitorConversations)
    .where(ne(visitorConversations.status, 'open'))
    .orderBy(visitorConversations.lastMessageAt)
    .limit(1)
  if (oldest) await tx.delete(visitorConversations).where(inArray(visitorConversations.id, [oldest.id]))
}

/** Deletes visitors' conversations, with their messages and notes, half a year after the last message. */
export async function pruneVisitors(db: Db, now: Date) {
  const isOld = lt(visitorConversations.lastMessageAt, new Date(now.getTime() - retentionMs))
  await deleteInBatches(
    db,
    visitorConversations,
    [visitorConversations.id],
    and(isOld, ne(visitorConversations.status, 'open'))!,
  )
}
