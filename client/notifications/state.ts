import type { Notification } from '../../shared/notifications/schema.ts'

export type NotificationsState = {
  /** Newest first; null before they are loaded. */
  list: Notification[] | null
  unread: number
  nextCursor: string | null
}

export const initialNotifications = (): NotificationsState => ({ list: null, unread: 0, nextCursor: null })
