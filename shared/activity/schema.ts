import * as z from 'zod/mini'
import { Dollars, get, Page, Time } from './contract.ts'
import { Order } from './order-calls.ts'

export const Activity = z.object({
  _id: z.string(),
  type: z.enum(['purchase', 'login', 'profile_update']),
  description: z.string(),
  createdAt: Time,
})
export type Activity = z.infer<typeof Activity>

/** What a person's orders come to: only those whose payment was verified and not refunded count as spent. */
export const Dashboard = z.object({
  stats: z.object({
    orders: z.int(),
    waiting: z.int(),
    completed: z.int(),
    spent: Dollars,
    /** List prices less what was paid, coupons included. */
    saved: Dollars,
    points: z.int(),
  }),
  /** The last 12 months, oldest first, as `2026-11`. */
  months: z.array(z.object({ month: z.string(), spent: Dollars })),
  recentPurchases: z.array(Order),
})
export type Dashboard = z.infer<typeof Dashboard>

export const activityRoutes = {
  activity: get('/logs', {
    who: 'customer',
    summary: 'What one did lately, newest first',
    input: z.strictObject(Page),
    output: { data: z.array(Activity), nextCursor: z.nullable(z.string()) },
  }),
  dashboard: get('/dashboard', {
    who: 'customer',
    summary: "What one's orders come to",
    output: { data: Dashboard },
  }),
}
