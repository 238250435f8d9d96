import { and, count, eq, sql } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import type { Notification } from '../../shared/notifications.ts'
import { type Db, prepared, type Tx } from '../db/transactions.ts'
import type { Change } from '../stream/change.ts'

type Text = Pick<Notification, 'type' | 'message' | 'link'>
type Row = typeof notifications.$inferSelect

const unreadOf = prepared('unread_notifications', (db) =>
  db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, sql.placeholder('userId')), eq(notifications.read, false))),
)

/** Tells a person something, in the transaction of what it tells of. */
export async function notify({ tx, tell }: Change, userId: string, text: Text) {
  const [row] = await tx
    .insert(notifications)
    .values({ userId, ...text })
    .returning()
  const unread = await countUnread(tx, userId)
  tell(`user:${userId}`, { type: 'notification.created', data: { notification: presentNotification(row!), unread } })
}

export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await unreadOf(db, { userId })
  return row!.count
}

export const presentNotification = (row: Row): Notification => ({
  _id: row.id,
  type: row.type,
  message: row.message,
  link: row.link,
  read: row.read,
  createdAt: row.createdAt.getTime(),
})
