import { and, count, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { isNotRead } from '../../drizzle/conditions.ts'
import { notifications, users } from '../../drizzle/schema.ts'
import type { Notification } from '../../shared/notifications/schema.ts'
import { lockUser } from '../db/lock-user.ts'
import { prepared, typedPlaceholder } from '../db/prepared.ts'
import type { Db, Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'

type NewNotification = Pick<Notification, 'type' | 'message' | 'link'>
type NotificationRow = typeof notifications.$inferSelect

const selectReadMark = prepared('notification_read_mark', (db) =>
  db
    .select({ createdAt: users.notificationsReadAt, id: users.notificationsReadId })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)
const selectUnreadCount = prepared('unread_notifications', (db) =>
  db
    .select({ count: count() })
    .from(notifications)
    .where(
      isUnread(sql.placeholder('userId'), {
        createdAt: typedPlaceholder('createdAt', notifications.createdAt),
        id: sql.placeholder('id'),
      }),
    ),
)

/** Notifies a user in the transaction of the change that the notification reports (docs/rules.md). */
export async function notify({ tx, now, publish }: MutationContext, userId: string, notification: NewNotification) {
  await lockUser(tx, userId)
  const [row] = await tx
    .insert(notifications)
    .values({ userId, createdAt: now, ...notification })
    .returning()
  const unread = await countUnread(tx, userId)
  const data = { notification: presentNotification(row!, neverMarked), unread }
  publish(`user:${userId}`, { type: 'notification.created', data })
}

/** The number of a user's unread notifications. @param mark what `readMark` returned, if it is known */
export async function countUnread(db: Db | Tx, userId: string, mark?: ReadMark): Promise<number> {
  const [row] = await selectUnreadCount(db, { userId, ...(mark ?? (await readMark(db, userId))) })
  return row!.count
}

/** The newest notification when all were last marked as read: it and older ones are read. */
export type ReadMark = { createdAt: Date; id: string }
/** The mark of users who never marked all as read: before every notification. */
const neverMarked: ReadMark = { createdAt: new Date(0), id: '' }

/** Up to where a user has marked all notifications as read. */
export async function readMark(db: Db | Tx, userId: string): Promise<ReadMark> {
  const [mark] = await selectReadMark(db, { userId })
  return mark?.createdAt ? { createdAt: mark.createdAt, id: mark.id! } : neverMarked
}

/** The condition for a user's unread notifications: a range of their index. */
export const isUnread = (
  userId: string | Placeholder,
  { createdAt, id }: ReadMark | { createdAt: SQL; id: Placeholder },
) =>
  and(
    eq(notifications.userId, userId),
    isNotRead(notifications.read),
    sql`(${notifications.createdAt}, ${notifications.id}) > (${createdAt instanceof Date ? sql.param(createdAt, notifications.createdAt) : createdAt}, ${id})`,
  )

const isRead = (row: NotificationRow, mark: ReadMark) => {
  const age = row.createdAt.getTime() - mark.createdAt.getTime()
  return row.read || age < 0 || (age === 0 && row.id <= mark.id)
}

export const presentNotification = (row: NotificationRow, mark: ReadMark): Notification => ({
  _id: row.id,
  type: row.type,
  message: row.message,
  link: row.link,
  read: isRead(row, mark),
  createdAt: row.createdAt.getTime(),
})
