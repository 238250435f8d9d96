import * as z from 'zod/mini'
import { Time } from '../contract.ts'

export const notificationTypes = ['success', 'error', 'warning', 'info'] as const

export const Notification = z.object({
  _id: z.string(),
  type: z.enum(notificationTypes),
  message: z.string(),
  /** Path of the page it is about. */
  link: z.nullable(z.string()),
  read: z.boolean(),
  createdAt: Time,
})
export type Notification = z.infer<typeof Notification>
