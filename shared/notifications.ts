import * as z from 'zod/mini'
import { get, Page, post, Time, wholeInQuery } from './contract.ts'

export const Notification = z.object({
  _id: z.string(),
  type: z.enum(['success', 'error', 'warning', 'info']),
  message: z.string(),
  /** The page of the store that it is about. */
  link: z.nullable(z.string()),
  read: z.boolean(),
  createdAt: Time,
})
export type Notification = z.infer<typeof Notification>

export const notificationRoutes = {
  notifications: get('/notifications', {
    who: 'customer',
    summary: 'Notifications, newest first, and how many are unread',
    input: z.strictObject({
      ...Page,
      skip: z.optional(wholeInQuery(0, 1_000_000)),
      unreadOnly: z.optional(z.enum(['1', '0'])),
    }),
    output: { notifications: z.array(Notification), unread: z.int(), nextCursor: z.nullable(z.string()) },
  }),
  readNotification: post('/notifications/:id/read', {
    who: 'customer',
    summary: 'Mark one as read',
    output: { unread: z.int() },
  }),
  readAllNotifications: post('/notifications/mark-all-read', {
    who: 'customer',
    summary: 'Mark all as read',
    output: { unread: z.int() },
  }),
}
