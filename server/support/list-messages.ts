import { eq } from 'drizzle-orm'
import { supportConversations } from '../../drizzle/schema.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { type Participant, refuseUnknown, sideOf } from './conversation.ts'
import { presentMessage, readMessagesBefore } from './present.ts'

type Asked = { userId?: string | undefined; limit?: number | undefined; cursor?: string | undefined }

/** A page of a conversation, newest page first, each page oldest first. @throws 403 for another customer's */
export async function listMessages(db: Db, reader: Participant, { userId, limit = 50, cursor }: Asked) {
  const side = sideOf(reader, userId)
  if (side.byStaff) await refuseUnknown(db, side.userId)
  const before = cursor ? Number(readCursor(cursor, 'count').value) : 2 ** 31 - 1
  const rows = await readMessagesBefore(db, side.userId, before, limit + 1)
  const page = rows.slice(0, limit)
  const oldest = rows.length > limit ? page.at(-1)! : null
  return {
    messages: page.toReversed().map(presentMessage),
    unread: await countUnread(db, side.userId, side.byStaff),
    nextCursor: oldest && writeCursor({ value: oldest.seq, id: oldest.id }),
  }
}

async function countUnread(db: Db, userId: string, byStaff: boolean): Promise<number> {
  const [row] = await db
    .select({ unread: byStaff ? supportConversations.staffUnread : supportConversations.customerUnread })
    .from(supportConversations)
    .where(eq(supportConversations.userId, userId))
  return row?.unread ?? 0
}
