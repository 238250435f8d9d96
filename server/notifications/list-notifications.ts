import { and, eq } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import { afterCursor, createdPlace, newestFirst, orderBy, type PageQuery, toPage } from '../db/page.ts'
import type { Db } from '../db/transactions.ts'
import { countUnread, presentNotification } from './notify.ts'

type Query = PageQuery & { skip?: number | undefined; unreadOnly?: '1' | '0' | undefined }

const sort = newestFirst(notifications)

/** A page of a user's notifications, newest first. `skip` is ignored when there is a cursor. */
export async function listNotifications(db: Db, userId: string, { limit = 100, skip = 0, cursor, unreadOnly }: Query) {
  const rows = await db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        unreadOnly === '1' ? eq(notifications.read, false) : undefined,
        afterCursor(sort, cursor),
      ),
    )
    .orderBy(...orderBy(sort))
    .limit(limit + 1)
    .offset(cursor ? 0 : skip)
  const { page, nextCursor } = toPage(rows, limit, createdPlace)
  return {
    notifications: page.map(presentNotification),
    unread: await countUnread(db, userId),
    nextCursor,
  }
}
