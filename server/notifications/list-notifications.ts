import { and, eq } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { countUnread, isUnread, presentNotification, readMark } from './notify.ts'

type Query = PageQuery & { skip?: number | undefined; unreadOnly?: '1' | '0' | undefined }

const sort = newestFirst(notifications)

/** A page of a user's notifications, newest first. `skip` is ignored when there is a cursor. */
export async function listNotifications(db: Db, userId: string, { limit = 100, skip = 0, cursor, unreadOnly }: Query) {
  const mark = await readMark(db, userId)
  const rows = await db
    .select()
    .from(notifications)
    .where(
      and(unreadOnly === '1' ? isUnread(userId, mark) : eq(notifications.userId, userId), afterCursor(sort, cursor)),
    )
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
    .offset(cursor ? 0 : skip)
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return {
    notifications: page.map((row) => presentNotification(row, mark)),
    unread: await countUnread(db, userId, mark),
    nextCursor,
  }
}
