import { and, eq } from 'drizzle-orm'
import { notifications } from '../../drizzle/schema.ts'
import type { Notification } from '../../shared/notifications.ts'
import type { Change } from '../stream/change.ts'
import { countUnread, notify } from './notify.ts'

type Text = Pick<Notification, 'type' | 'message'> & { link: string }

const unreadAbout = (userId: string, link: string) =>
  and(eq(notifications.userId, userId), eq(notifications.read, false), eq(notifications.link, link))

/** Tells a person something, unless an unread notification already leads to the same page. */
export async function notifyOnce(making: Change, userId: string, text: Text) {
  const [told] = await making.tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(unreadAbout(userId, text.link))
    .limit(1)
  if (!told) await notify(making, userId, text)
}

/** Whoever has seen the page has read what leads there. */
export async function readAbout({ tx, tell }: Change, userId: string, link: string) {
  const read = await tx
    .update(notifications)
    .set({ read: true })
    .where(unreadAbout(userId, link))
    .returning({ id: notifications.id })
  if (read.length === 0) return
  const ids = read.map((row) => row.id)
  tell(`user:${userId}`, { type: 'notification.read', data: { ids, unread: await countUnread(tx, userId) } })
}
