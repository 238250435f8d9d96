import * as z from 'zod/mini'
import { UserSummary } from '../accounts/schema.ts'
import { Dollars, Time } from '../contract.ts'
import { PaymentMethod } from '../payments/schema.ts'
import { Order, orderStatuses, paymentStatuses } from './schema.ts'

/** What staff sort orders by: when they were placed or verified, or the total. Sorted by verification, orders never verified are left out. */
export const staffOrderSorts = ['placed', 'verified', 'total'] as const
export type StaffOrderSort = (typeof staffOrderSorts)[number]

/** A customer's orders by outcome, and the total of the verified ones. */
export const OrderTotals = { orders: z.int(), verified: z.int(), failed: z.int(), spent: Dollars }

/** How many orders with the same reference are named. */
export const maxSameReferences = 5

const OtherOrder = z.object({ _id: z.string(), paymentStatus: z.enum(paymentStatuses) })

/** Other orders with the same transfer reference: up to five of them, verified ones first, and how many there are. */
export const SameReference = z.object({
  orders: z.array(OtherOrder),
  /** At most 100. */
  count: z.int(),
})
export type SameReference = z.infer<typeof SameReference>

/** A picture that other orders have too: up to five of them, the oldest first. */
export const SameProof = z.object({ proof: z.string(), orders: z.array(OtherOrder) })
export type SameProof = z.infer<typeof SameProof>

/** An order, as staff see it. */
export const StaffOrder = z.extend(Order, {
  customer: z.object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    createdAt: Time,
    /** Includes this order. */
    ...OrderTotals,
  }),
  /** Another order was marked as paid with the same transfer reference. */
  referenceReused: z.boolean(),
  /** Those orders; null without any. */
  sameReference: z.nullable(SameReference),
  /** Its pictures that were sent for other orders too. */
  sameProofs: z.array(SameProof),
  /** Id of the member of staff who holds the claim. */
  checkingBy: z.nullable(z.string()),
})
export type StaffOrder = z.infer<typeof StaffOrder>

export const OrderSummary = z.object({
  _id: z.string(),
  createdAt: Time,
  paymentStatus: z.enum(paymentStatuses),
  orderStatus: z.enum(orderStatuses),
  paymentMethod: PaymentMethod,
  total: Dollars,
  /** What its customer was asked to send; absent from earlier versions. */
  due: z.optional(z.object({ amount: z.string(), currency: z.string() })),
})
export type OrderSummary = z.infer<typeof OrderSummary>

/** Whose points a refund would take back: how many, and their balance before it. */
export const RefundPreview = z.object({
  deductions: z.array(z.object({ user: UserSummary, points: z.int(), balance: z.int() })),
})
export type RefundPreview = z.infer<typeof RefundPreview>

/** An internal note on an order, visible to staff only. */
export const OrderNote = z.object({
  _id: z.string(),
  order: z.string(),
  author: UserSummary,
  text: z.string(),
  createdAt: Time,
})
export type OrderNote = z.infer<typeof OrderNote>

/** Why staff reject or refund an order, or adjust points. The customer can read it. */
export const Reason = z
  .string({ error: 'Please give a reason' })
  .check(
    z.trim(),
    z.minLength(3, { error: 'Please give a reason' }),
    z.maxLength(500, { error: 'The reason can be at most 500 characters' }),
  )
