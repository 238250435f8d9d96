import { and, desc, eq } from 'drizzle-orm'
import { notifications, users } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import { lockUser } from '../db/lock-user.ts'
import type { MutationContext } from '../events/mutation.ts'
import { countUnread, presentNotification, readMark } from './notify.ts'

/** Marks one notification as read. @returns the unread count. @throws 404 if it isn't the user's */
export async function markRead(ctx: MutationContext, userId: string, id: string): Promise<number> {
  await lockUser(ctx.tx, userId)
  const own = and(eq(notifications.id, id), eq(notifications.userId, userId))
  const [notification] = await ctx.tx.select().from(notifications).where(own)
  if (!notification) throw notFound('Notification not found')
  if (presentNotification(notification, await readMark(ctx.tx, userId)).read) return countUnread(ctx.tx, userId)
  await ctx.tx.update(notifications).set({ read: true }).where(own)
  return publishRead(ctx, userId, [id])
}

/**
 * Marks all notifications as read, however many there are: the user's row says up to which one. Those that arrive later
 * are unread.
 * @returns the unread count: 0
 */
export async function markAllRead(ctx: MutationContext, userId: string): Promise<number> {
  const { tx } = ctx
  await lockUser(tx, userId)
  const [newest] = await tx
    .select({ createdAt: notifications.createdAt, id: notifications.id })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(1)
  if (!newest || (await countUnread(tx, userId)) === 0) return 0
  const mark = { notificationsReadAt: newest.createdAt, notificationsReadId: newest.id }
  await tx.update(users).set(mark).where(eq(users.id, userId))
  return publishRead(ctx, userId, 'all')
}

async function publishRead({ tx, publish }: MutationContext, userId: string, ids: string[] | 'all') {
  const unread = await countUnread(tx, userId)
  publish(`user:${userId}`, { type: 'notification.read', data: { ids, unread } })
  return unread
}
