import { and, eq } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/api-error.ts'
import type { MutationContext } from '../events/mutation.ts'
import { countUnread } from './notify.ts'

/** Marks one notification as read. @returns the unread count. @throws 404 if it isn't the user's */
export async function markRead(ctx: MutationContext, userId: string, id: string): Promise<number> {
  const own = and(eq(notifications.id, id), eq(notifications.userId, userId))
  const [notification] = await ctx.tx.select({ read: notifications.read }).from(notifications).where(own)
  if (!notification) throw notFound('Notification not found')
  if (notification.read) return countUnread(ctx.tx, userId)
  await ctx.tx.update(notifications).set({ read: true }).where(own)
  return publishRead(ctx, userId, [id])
}

/** Marks all notifications as read. @returns the unread count: 0 */
export async function markAllRead(ctx: MutationContext, userId: string): Promise<number> {
  const unread = and(eq(notifications.userId, userId), eq(notifications.read, false))
  const read = await ctx.tx.update(notifications).set({ read: true }).where(unread).returning({ id: notifications.id })
  return read.length === 0 ? 0 : publishRead(ctx, userId, 'all')
}

async function publishRead({ tx, publish }: MutationContext, userId: string, ids: string[] | 'all') {
  const unread = await countUnread(tx, userId)
  publish(`user:${userId}`, { type: 'notification.read', data: { ids, unread } })
  return unread
}
