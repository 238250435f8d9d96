import { notificationRoutes } from '../../shared/notifications.ts'
import type { Client } from '../client.ts'
import { asManyAs } from '../stream/lists.ts'
import { addNotifications, notificationsKey, setNotifications, setRead } from './store.ts'

const into = { slice: notificationsKey, streams: ['user' as const] }
const usual = 50

/** The newest, and as far as they were shown. @throws CallFailed */
export function loadNotifications(client: Client, signal?: AbortSignal) {
  const shown = client.store.getState().notifications.list ?? undefined
  const limit = asManyAs(shown, usual)
  return client.load(notificationRoutes.notifications, { limit }, { ...into, signal, write: setNotifications })
}

export async function loadMoreNotifications(client: Client, signal?: AbortSignal) {
  const cursor = client.store.getState().notifications.nextCursor
  if (!cursor) return
  await client.load(
    notificationRoutes.notifications,
    { cursor, limit: usual },
    { ...into, signal, write: (draft, page) => addNotifications(draft, cursor, page) },
  )
}

export const readNotification = (client: Client, id: string) =>
  client.send(
    notificationRoutes.readNotification,
    { id },
    { ...into, write: (draft, { unread }) => setRead(draft, [id], unread) },
  )

export const readAllNotifications = (client: Client) =>
  client.send(
    notificationRoutes.readAllNotifications,
    {},
    { ...into, write: (draft, { unread }) => setRead(draft, 'all', unread) },
  )
