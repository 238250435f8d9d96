import { eq } from 'drizzle-orm'
import { supportConversations, visitorConversations } from '../../drizzle/schema.ts'
import { isVisitorId } from '../../shared/support/rules.ts'
import { decodeCursor } from '../db/cursor.ts'
import { type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { type Participant, assertCustomerExists, resolveParticipantSide } from './conversation.ts'
import { presentMessage, readMessagesBefore } from './present.ts'
import { presentVisitorMessage, readVisitorMessagesBefore } from './visitors.ts'

/** Above every message's number. */
const maxSeq = 2 ** 31 - 1

type Query = PageQuery & { userId?: string | undefined }

/** A page of messages: the newest page first, the messages in it oldest first. @throws 403 for another customer's */
export async function listMessages(db: Db, reader: Participant, { userId, limit = 50, cursor }: Query) {
  const side = resolveParticipantSide(reader, userId)
  if (side.byStaff) await assertCustomerExists(db, side.userId)
  const beforeSeq = cursor ? Number(decodeCursor(cursor, 'count').value) : maxSeq
  if (isVisitorId(side.userId)) return listVisitorMessages(db, side.userId, beforeSeq, limit)
  const rows = await readMessagesBefore(db, side.userId, beforeSeq, limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ seq, id }) => ({ value: seq, id }))
  return {
    messages: page.toReversed().map(presentMessage),
    unread: await countUnread(db, side.userId, side.byStaff),
    nextCursor,
  }
}

async function listVisitorMessages(db: Db, id: string, beforeSeq: number, limit: number) {
  const rows = await readVisitorMessagesBefore(db, id, beforeSeq, limit + 1)
  const { page, nextCursor } = toPage(rows, limit, ({ message }) => ({ value: message.seq, id: message.id }))
  const [conversation] = await db
    .select({ unread: visitorConversations.staffUnread })
    .from(visitorConversations)
    .where(eq(visitorConversations.id, id))
  return {
    messages: page.toReversed().map(presentVisitorMessage),
    unread: conversation?.unread ?? 0,
    nextCursor,
  }
}

async function countUnread(db: Db, userId: string, byStaff: boolean): Promise<number> {
  const [row] = await db
    .select({ unread: byStaff ? supportConversations.staffUnread : supportConversations.customerUnread })
    .from(supportConversations)
    .where(eq(supportConversations.userId, userId))
  return row?.unread ?? 0
}
