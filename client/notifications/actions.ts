import { notificationRoutes as routes } from '../../shared/notifications/routes.ts'
import type { ActionContext } from '../action-context.ts'
import type { State } from '../state.ts'
import { createPagedList } from '../stream/paged-list.ts'
import { notificationsKey, setNotifications, setRead } from './store.ts'

const streams = ['user' as const]
const into = { snapshotKey: notificationsKey, streams }

const notifications = createPagedList({
  route: routes.notifications,
  streams,
  pageSize: 50,
  key: () => notificationsKey,
  args: (_: void, page) => page,
  select: (state: State) => state.notifications,
  write: (draft, _, page, cursor) => setNotifications(draft, page, cursor),
})
export const loadNotifications = (context: ActionContext, signal?: AbortSignal) =>
  notifications.load(context, undefined, signal)
export const loadMoreNotifications = (context: ActionContext) => notifications.loadMore(context)

export const markNotificationRead = (context: ActionContext, id: string) =>
  context.send(
    routes.markNotificationRead,
    { id },
    { ...into, write: (draft, { unread }) => setRead(draft, [id], unread) },
  )

export const markAllNotificationsRead = (context: ActionContext) =>
  context.send(
    routes.markAllNotificationsRead,
    {},
    { ...into, write: (draft, { unread }) => setRead(draft, 'all', unread) },
  )
