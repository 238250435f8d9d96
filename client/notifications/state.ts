import type { Notification } from '../../shared/notifications.ts'

export type NotificationsState = {
  /** Newest first, as far as they were loaded; null before. */
  list: Notification[] | null
  unread: number
  nextCursor: string | null
}

export const initialNotifications = (): NotificationsState => ({ list: null, unread: 0, nextCursor: null })
