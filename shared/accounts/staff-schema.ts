import * as z from 'zod/mini'
import { Time } from '../contract.ts'
import { OrderSummary, OrderTotals } from '../orders/staff-schema.ts'
import { PointsEntry } from '../points/schema.ts'
import { Referral } from '../referrals/schema.ts'
import { Currency, UserSummary } from './schema.ts'
import { Session } from './session-schema.ts'

/** A user, as staff see them. */
export const Customer = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  currency: Currency,
  isAdmin: z.boolean(),
  points: z.int(),
  createdAt: Time,
  ...OrderTotals,
})
export type Customer = z.infer<typeof Customer>

/** What staff sort customers by; names by the first one. */
export const customerSorts = { joined: 'desc', name: 'asc', email: 'asc', points: 'desc', spent: 'desc' } as const
export type CustomerSort = keyof typeof customerSorts

/** The fields customers edit themselves. */
export const CustomerProfile = z.pick(Customer, {
  _id: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  currency: true,
})
export type CustomerProfile = z.infer<typeof CustomerProfile>

export const CustomerDetails = z.object({
  customer: Customer,
  /** The 50 newest. */
  orders: z.array(OrderSummary),
  /** The 100 newest entries of the points ledger. */
  entries: z.array(PointsEntry),
  /** The customer's own code and the users it referred; null without a code. */
  referral: z.nullable(Referral),
  broughtBy: z.nullable(UserSummary),
  sessions: z.array(Session),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>
