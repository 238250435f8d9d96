import type { Notification } from '../../shared/notifications.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { newestFirst, upsert } from '../stream/lists.ts'
import type { NotificationsState } from './state.ts'

type Draft = { notifications: NotificationsState }
type Page = { notifications: Notification[]; unread: number; nextCursor: string | null }

export const notificationsKey = 'notifications'

export function setNotifications(draft: Draft, page: Page) {
  draft.notifications = { list: page.notifications, unread: page.unread, nextCursor: page.nextCursor }
}

export function addNotifications({ notifications }: Draft, cursor: string, page: Page) {
  if (notifications.nextCursor !== cursor) return
  const known = notifications.list ?? []
  const more = page.notifications.filter((row) => !known.some((one) => one._id === row._id))
  notifications.list = [...known, ...more]
  notifications.unread = page.unread
  notifications.nextCursor = page.nextCursor
}

export function setRead({ notifications }: Draft, ids: string[] | 'all', unread: number) {
  const read = (row: Notification) => !row.read && (ids === 'all' || ids.includes(row._id))
  notifications.list = notifications.list && notifications.list.map((row) => (read(row) ? { ...row, read: true } : row))
  notifications.unread = unread
}

export function applyNotifications(draft: Draft, event: StreamEvent) {
  if (event.type === 'notification.created') place(draft.notifications, event.data.notification, event.data.unread)
  if (event.type === 'notification.read') setRead(draft, event.data.ids, event.data.unread)
}

function place(notifications: NotificationsState, row: Notification, unread: number) {
  const { list, nextCursor } = notifications
  const last = list?.at(-1)
  notifications.unread = unread
  // What comes after the last one that is loaded is loaded with the next page.
  if (!list || (nextCursor !== null && last && newestFirst(row, last) > 0)) return
  notifications.list = upsert(list, row, newestFirst)
}
