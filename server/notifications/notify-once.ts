import { and, eq } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import type { Notification } from '../../shared/notifications/schema.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Tx } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import { countUnread, isUnread, notify, readMark } from './notify.ts'

type NotificationWithLink = Pick<Notification, 'type' | 'message'> & { link: string }

const isUnreadWithLink = async (tx: Tx, userId: string, link: string) =>
  and(isUnread(userId, await readMark(tx, userId)), eq(notifications.link, link))

/** Notifies a user, unless an unread notification already has the same link (docs/rules.md). */
export async function notifyOnce(ctx: MutationContext, userId: string, notification: NotificationWithLink) {
  await lockUser(ctx.tx, userId)
  const [existing] = await ctx.tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(await isUnreadWithLink(ctx.tx, userId, notification.link))
    .limit(1)
  if (!existing) await notify(ctx, userId, notification)
}

/** Marks the notifications that link to a page as read, because the user has seen the page. */
export async function markReadByLink({ tx, publish }: MutationContext, userId: string, link: string) {
  await lockUser(tx, userId)
  const read = await tx
    .update(notifications)
    .set({ read: true })
    .where(await isUnreadWithLink(tx, userId, link))
    .returning({ id: notifications.id })
  if (read.length === 0) return
  const ids = read.map(({ id }) => id)
  publish(`user:${userId}`, { type: 'notification.read', data: { ids, unread: await countUnread(tx, userId) } })
}
