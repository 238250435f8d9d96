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

/** A line of a delivered order whose time is running out. */
export const EndingLine = z.object({
  _id: z.string(),
  item: z.string(),
  name: z.string(),
  logoLink: z.string(),
  endsAt: Time,
  /** Whether the item is still for sale. */
  isSold: z.boolean(),
})
export type EndingLine = z.infer<typeof EndingLine>

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
  /** What ends within 30 days, soonest first (docs/rules.md, Orders); absent from earlier versions. */
  ending: z.optional(z.array(EndingLine)),
})
export type Dashboard = z.infer<typeof Dashboard>
