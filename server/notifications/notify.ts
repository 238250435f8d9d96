import { and, count, eq, sql } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import type { Notification } from '../../shared/notifications/schema.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

type NewNotification = Pick<Notification, 'type' | 'message' | 'link'>
type NotificationRow = typeof notifications.$inferSelect

const selectUnreadCount = prepared('unread_notifications', (db) =>
  db
    .select({ count: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, sql.placeholder('userId')), eq(notifications.read, false))),
)

/** Notifies a user in the transaction of the change that the notification reports (docs/rules.md). */
export async function notify({ tx, now, publish }: MutationContext, userId: string, notification: NewNotification) {
  const [row] = await tx
    .insert(notifications)
    .values({ userId, createdAt: now, ...notification })
    .returning()
  const unread = await countUnread(tx, userId)
  publish(`user:${userId}`, { type: 'notification.created', data: { notification: presentNotification(row!), unread } })
}

export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const [row] = await selectUnreadCount(db, { userId })
  return row!.count
}

export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  type: row.type,
  message: row.message,
  link: row.link,
  read: row.read,
  createdAt: row.createdAt.getTime(),
})
