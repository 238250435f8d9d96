import * as z from 'zod/mini'
import { Dollars, Time } from '../contract.ts'
import { orderStatuses, paymentStatuses } from '../orders/schema.ts'
import { OrderPayment, paymentMatches } from './ledger-schema.ts'
import { networks } from './schema.ts'

/** An order that a payment belongs to, or may belong to. */
export const PaymentOrder = z.object({
  _id: z.string(),
  paymentStatus: z.enum(paymentStatuses),
  orderStatus: z.enum(orderStatuses),
  /** Who placed it; absent from earlier versions, as is what follows. */
  customer: z.optional(z.object({ firstName: z.string(), lastName: z.string() })),
  /** What was asked for last, as a decimal number in its currency. */
  due: z.optional(z.object({ amount: z.string(), currency: z.string() })),
  /** What is missing of its total while it waits for its payment, or has arrived beyond it and wasn't sent back. */
  missing: z.optional(Dollars),
  surplus: z.optional(Dollars),
})
export type PaymentOrder = z.infer<typeof PaymentOrder>

/** How many orders a payment is proposed for. */
export const maxProposals = 5

/** A transfer that arrived, as staff see it. */
export const StaffPayment = z.extend(OrderPayment, {
  order: z.nullable(PaymentOrder),
  /** Orders whose reference stands in its texts, of a payment without an order. */
  proposals: z.array(PaymentOrder),
  payer: z.string(),
  /** What was written with the transfer; of one on a chain, its transaction's hash. */
  text: z.string(),
  /** The chain of its transaction, if it is known; absent from earlier versions. */
  network: z.optional(z.nullable(z.enum(networks))),
  /** What staff noted. */
  note: z.string(),
  /** The outgoing transfer, where it was sent back. */
  refundReference: z.nullable(z.string()),
  matchedBy: z.nullable(z.enum(paymentMatches)),
  recordedAt: Time,
})
export type StaffPayment = z.infer<typeof StaffPayment>

/** The lists of the ledger. */
export const paymentLists = ['unassigned', 'assigned', 'dismissed', 'all'] as const
export type PaymentList = (typeof paymentLists)[number]

/** What the ledger is sorted by, and the usual direction of each; first by when a payment was recorded. */
export const paymentSorts = { recorded: 'desc', received: 'desc', worth: 'desc' } as const
export type PaymentSort = keyof typeof paymentSorts
