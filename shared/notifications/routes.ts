import * as z from 'zod/mini'
import { get, integerInQuery, Pagination, post } from '../contract.ts'
import { Notification } from './schema.ts'

export const notificationRoutes = {
  notifications: get('/notifications', {
    access: 'customer',
    summary: 'List your notifications, newest first, with the unread count',
    input: z.strictObject({
      ...Pagination,
      skip: z.optional(integerInQuery(0, 1_000_000)),
      unreadOnly: z.optional(z.enum(['1', '0'])),
    }),
    output: { notifications: z.array(Notification), unread: z.int(), nextCursor: z.nullable(z.string()) },
  }),
  markNotificationRead: post('/notifications/:id/read', {
    access: 'customer',
    summary: 'Mark a notification as read',
    output: { unread: z.int() },
  }),
  markAllNotificationsRead: post('/notifications/mark-all-read', {
    access: 'customer',
    summary: 'Mark all notifications as read',
    output: { unread: z.int() },
  }),
}
