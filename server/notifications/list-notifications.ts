import { and, desc, eq, lt, or } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import { readCursor, writeCursor } from '../db/cursor.ts'
import type { Db } from '../db/transactions.ts'
import { countUnread, presentNotification } from './notify.ts'

type Asked = {
  limit?: number | undefined
  skip?: number | undefined
  cursor?: string | undefined
  unreadOnly?: '1' | '0' | undefined
}

/** A page of a person's notifications, newest first (SPEC.md §7: 100 from the start, unless asked otherwise). */
export async function listNotifications(db: Db, userId: string, { limit = 100, skip = 0, cursor, unreadOnly }: Asked) {
  const rows = await db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        unreadOnly === '1' ? eq(notifications.read, false) : undefined,
        cursor ? before(cursor) : undefined,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit + 1)
    .offset(cursor ? 0 : skip)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1)! : null
  return {
    notifications: page.map(presentNotification),
    unread: await countUnread(db, userId),
    nextCursor: last && writeCursor({ value: last.createdAt.getTime(), id: last.id }),
  }
}

function before(text: string) {
  const { value, id } = readCursor(text, 'time')
  const at = new Date(value)
  return or(lt(notifications.createdAt, at), and(eq(notifications.createdAt, at), lt(notifications.id, id)))
}
