import type { Notification } from '../../shared/notifications/schema.ts'
import type { StreamEvent } from '../../shared/stream.ts'
import { newestFirst, upsert } from '../stream/place-row.ts'
import type { NotificationsState } from './state.ts'

type Draft = { notifications: NotificationsState }
type Page = { notifications: Notification[]; unread: number; nextCursor: string | null }

export const notificationsKey = 'notifications'

/** Stores a page: the first one, without a cursor, replaces the list; a later one is appended. */
export function setNotifications(draft: Draft, page: Page, cursor?: string) {
  const { list, nextCursor } = draft.notifications
  if (cursor !== undefined && cursor !== nextCursor) return
  const existing = cursor === undefined ? [] : (list ?? [])
  const added = page.notifications.filter(({ _id }) => !existing.some((row) => row._id === _id))
  draft.notifications = { list: [...existing, ...added], unread: page.unread, nextCursor: page.nextCursor }
}

export function setRead({ notifications }: Draft, ids: string[] | 'all', unread: number) {
  const isNewlyRead = (row: Notification) => !row.read && (ids === 'all' || ids.includes(row._id))
  notifications.list &&= notifications.list.map((row) => (isNewlyRead(row) ? { ...row, read: true } : row))
  notifications.unread = unread
}

export function applyNotifications(draft: Draft, event: StreamEvent) {
  if (event.type === 'notification.created') addNew(draft.notifications, event.data.notification, event.data.unread)
  if (event.type === 'notification.read') setRead(draft, event.data.ids, event.data.unread)
}

function addNew(notifications: NotificationsState, row: Notification, unread: number) {
  const { list, nextCursor } = notifications
  const last = list?.at(-1)
  notifications.unread = unread
  // A notification after the last loaded one comes with its page.
  if (!list || (nextCursor !== null && last && newestFirst(row, last) > 0)) return
  notifications.list = upsert(list, row, newestFirst)
}
