import type { notificationRoutes } from '../../shared/notifications/routes.ts'
import type { Handlers } from '../http/serve.ts'
import { listNotifications } from './list-notifications.ts'
import { markAllRead, markRead } from './mark-read.ts'

export const notificationHandlers: Handlers<typeof notificationRoutes> = {
  notifications: (query, { app, me }) => listNotifications(app.db, me.user.id, query),
  markNotificationRead: ({ id }, { me, mutate }) =>
    mutate(async (ctx) => ({ unread: await markRead(ctx, me.user.id, id) })),
  markAllNotificationsRead: (_, { me, mutate }) =>
    mutate(async (ctx) => ({ unread: await markAllRead(ctx, me.user.id) })),
}
