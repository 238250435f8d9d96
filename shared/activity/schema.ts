import * as z from 'zod/mini'
import { Dollars, Time } from '../contract.ts'
import { Order } from '../orders/schema.ts'

export const activityTypes = ['purchase', 'login', 'profile_update'] as const

export const Activity = z.object({
  _id: z.string(),
  type: z.enum(activityTypes),
  description: z.string(),
  createdAt: Time,
})
export type Activity = z.infer<typeof Activity>

/** Statistics of a user's orders. Only verified orders that were not refunded count as spent. */
export const Dashboard = z.object({
  stats: z.object({
    orders: z.int(),
    waiting: z.int(),
    completed: z.int(),
    spent: Dollars,
    /** Original prices minus what was paid, coupons included. */
    saved: Dollars,
    points: z.int(),
  }),
  /** The last 12 months as `2026-11`, oldest first. */
  months: z.array(z.object({ month: z.string(), spent: Dollars })),
  recentPurchases: z.array(Order),
})
export type Dashboard = z.infer<typeof Dashboard>
