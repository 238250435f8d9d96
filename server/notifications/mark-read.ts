import { and, eq } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import { notFound } from '../../shared/refusal.ts'
import type { Change } from '../stream/change.ts'
import { countUnread } from './notify.ts'

/** @returns how many are left unread. @throws 404 when it is not this person's */
export async function markRead(making: Change, userId: string, id: string): Promise<number> {
  const own = and(eq(notifications.id, id), eq(notifications.userId, userId))
  const [found] = await making.tx.select({ read: notifications.read }).from(notifications).where(own)
  if (!found) throw notFound('Notification not found')
  if (found.read) return countUnread(making.tx, userId)
  await making.tx.update(notifications).set({ read: true }).where(own)
  return tellRead(making, userId, [id])
}

export async function markAllRead(making: Change, userId: string): Promise<number> {
  const unread = and(eq(notifications.userId, userId), eq(notifications.read, false))
  const read = await making.tx
    .update(notifications)
    .set({ read: true })
    .where(unread)
    .returning({ id: notifications.id })
  return read.length === 0 ? 0 : tellRead(making, userId, 'all')
}

async function tellRead({ tx, tell }: Change, userId: string, ids: string[] | 'all') {
  const unread = await countUnread(tx, userId)
  tell(`user:${userId}`, { type: 'notification.read', data: { ids, unread } })
  return unread
}
