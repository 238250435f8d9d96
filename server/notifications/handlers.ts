import type { notificationRoutes } from '../../shared/notifications.ts'
import type { Handlers } from '../http/serve.ts'
import { listNotifications } from './list-notifications.ts'
import { markAllRead, markRead } from './mark-read.ts'

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  notifications: (asked, { store, me }) => listNotifications(store.db, me.user.id, asked),
  readNotification: ({ id }, { me, change }) =>
    change(async (making) => ({ unread: await markRead(making, me.user.id, id) })),
  readAllNotifications: (_, { me, change }) =>
    change(async (making) => ({ unread: await markAllRead(making, me.user.id) })),
}
