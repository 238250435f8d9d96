import * as z from 'zod/mini'
import { Currency, Person } from './accounts.ts'
import { Dollars, Time } from './contract.ts'
import { OrderSums } from './order-calls.ts'
import { orderStatuses, paymentStatuses } from './orders.ts'
import { PaymentMethod } from './payment.ts'
import { PointsEntry } from './points.ts'
import { Referral } from './referrals.ts'
import { Review } from './reviews.ts'

/** What staff tell each other about an order. */
export const OrderNote = z.object({
  _id: z.string(),
  order: z.string(),
  author: Person,
  text: z.string(),
  createdAt: Time,
})
export type OrderNote = z.infer<typeof OrderNote>

export const StaffReview = z.extend(Review, { itemName: z.string() })
export type StaffReview = z.infer<typeof StaffReview>

/** Somebody with an account, as staff see them. */
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
  ...OrderSums,
})
export type Customer = z.infer<typeof Customer>

/** What a customer tells of themselves. */
export const CustomerProfile = z.pick(Customer, {
  _id: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  currency: true,
})
export type CustomerProfile = z.infer<typeof CustomerProfile>

const OrderInShort = z.object({
  _id: z.string(),
  createdAt: Time,
  paymentStatus: z.enum(paymentStatuses),
  orderStatus: z.enum(orderStatuses),
  paymentMethod: PaymentMethod,
  total: Dollars,
})
export type OrderInShort = z.infer<typeof OrderInShort>

/** A device that is signed in. */
export const Session = z.object({ _id: z.string(), userAgent: z.string(), createdAt: Time, expiresAt: Time })
export type Session = z.infer<typeof Session>

export const CustomerDetails = z.object({
  customer: Customer,
  /** The newest 50. */
  orders: z.array(OrderInShort),
  /** The newest 100 of the points ledger. */
  entries: z.array(PointsEntry),
  /** Their own code and whom it brought; null without one. */
  referral: z.nullable(Referral),
  broughtBy: z.nullable(Person),
  sessions: z.array(Session),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>

export const statsDays = ['7', '30', '90'] as const

const Money = { orders: z.int(), revenue: Dollars }
/** Revenue is what verified payments came to, on the day of the verification; days are UTC. */
export const Stats = z.object({
  days: z.array(z.object({ day: z.string(), ...Money })),
  methods: z.array(z.object({ method: PaymentMethod, ...Money })),
  /** Of the orders placed in these days, as they stand now. */
  states: z.record(z.enum(paymentStatuses), z.int()),
  totals: z.object(Money),
  /** The same of as many days before, to compare with. */
  before: z.object(Money),
  /** From the customer's word to the verification, in milliseconds; null when nothing was verified. */
  medianToVerify: z.nullable(z.int()),
  verified: z.int(),
})
export type Stats = z.infer<typeof Stats>

export const auditSubjects = [
  'order',
  'item',
  'category',
  'coupon',
  'review',
  'customer',
  'support',
  'reply',
  'staff',
  'picture',
] as const

/** One staff action. */
export const AuditEntry = z.object({
  /** 1, 2, 3 …, dense. */
  seq: z.int(),
  actor: Person,
  /** The noun and the verb: `order.verify`. */
  action: z.string(),
  subject: z.enum(auditSubjects),
  subjectId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  at: Time,
  /** Covers this entry and the hash of the one before. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
