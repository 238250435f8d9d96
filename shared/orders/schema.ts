import * as z from 'zod/mini'
import { Dollars, Time } from '../contract.ts'
import { OrderPayment, RequestSummary } from '../payments/ledger-schema.ts'
import { Proof } from '../payments/proof-schema.ts'
import { PaymentMethod } from '../payments/schema.ts'

export const paymentStatuses = ['pending', 'paid', 'verified', 'failed', 'cancelled', 'refunded'] as const
export const orderStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export type OrderStatus = (typeof orderStatuses)[number]
export type OrderState = { paymentStatus: PaymentStatus; orderStatus: OrderStatus }

export const paymentLabels: Record<PaymentStatus, string> = {
  pending: 'Payment Pending',
  paid: 'Paid (pending verification)',
  verified: 'Payment Verified',
  failed: 'Payment Failed',
  cancelled: 'Payment Cancelled',
  refunded: 'Payment Refunded',
}
export const orderLabels: Record<OrderStatus, string> = {
  pending: 'Order Pending',
  processing: 'Order Processing',
  completed: 'Order Completed',
  failed: 'Order Cancelled',
}

/** The statuses that each choice of the order list's filters includes. */
export const paymentFilters = {
  all: paymentStatuses,
  pending: ['pending'],
  paid: ['paid', 'verified'],
  failed: ['failed'],
} as const satisfies Record<string, readonly PaymentStatus[]>
export const orderFilters = {
  all: orderStatuses,
  processing: ['processing'],
  completed: ['completed'],
  cancelled: ['failed'],
} as const satisfies Record<string, readonly OrderStatus[]>
export type PaymentFilter = keyof typeof paymentFilters
export type OrderFilter = keyof typeof orderFilters

export const OrderLine = z.object({
  _id: z.string(),
  item: z.string(),
  category: z.string(),
  name: z.string(),
  duration: z.int(),
  price: Dollars,
  originalPrice: z.nullable(Dollars),
  quantity: z.int(),
  subtotal: Dollars,
  logoLink: z.string(),
})
export type OrderLine = z.infer<typeof OrderLine>

export const orderEventTypes = [
  'created',
  'coupon',
  'cancelled',
  'paid',
  'verified',
  'rejected',
  'completed',
  'redelivered',
  'refunded',
  'part_refunded',
  'expired',
  'payment',
  'proof',
  'proof_requested',
  'reference',
  'reopened',
  'unverified',
  'claimed',
  'released',
] as const
export const OrderEventType = z.enum(orderEventTypes)
export type OrderEventType = z.infer<typeof OrderEventType>

/** Who moves an order; 'store' is the app itself. */
export const orderActors = ['customer', 'staff', 'store'] as const
export type OrderActor = (typeof orderActors)[number]

/** An entry of an order's history, shown as its timeline. */
export const OrderEvent = z.object({
  _id: z.string(),
  what: OrderEventType,
  who: z.enum(orderActors),
  /** First name of the user who did it; empty when the app did. */
  name: z.string(),
  note: z.string(),
  at: Time,
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** Money that was sent back of an order. */
export const OrderRefund = z.object({
  _id: z.string(),
  amount: Dollars,
  /** The outgoing transfer's, if staff gave it. */
  reference: z.nullable(z.string()),
  at: Time,
})
export type OrderRefund = z.infer<typeof OrderRefund>

export const Order = z.object({
  _id: z.string(),
  items: z.array(OrderLine),
  paymentStatus: z.enum(paymentStatuses),
  orderStatus: z.enum(orderStatuses),
  paymentMethod: PaymentMethod,
  subtotal: Dollars,
  processingFees: Dollars,
  discountAmount: Dollars,
  total: Dollars,
  totalAmount: Dollars,
  coupon: z.nullable(z.string()),
  couponCode: z.nullable(z.string()),
  /** What the customer writes with the transfer: 6 random characters and a check character. */
  reference: z.string(),
  /** The transfer's own reference or transaction hash, as the customer entered it. */
  transferReference: z.nullable(z.string()),
  /** What the customer was last asked to send; null before a method was chosen. */
  request: z.nullable(RequestSummary),
  /** What is asked for the rest, while less than the total has arrived. */
  rest: z.nullable(RequestSummary),
  /** The sum of the payments that have arrived for good. */
  received: Dollars,
  /** What is missing of the total while the order waits for its payment. */
  missing: Dollars,
  /** What was sent back. */
  refunded: Dollars,
  /** The transfers that arrived for the order, oldest first. */
  payments: z.array(OrderPayment),
  /** Transfers of its amount that came after it was closed, and that staff decide about; absent from earlier versions. */
  late: z.optional(z.array(OrderPayment)),
  /** Each time something was sent back, oldest first; absent from earlier versions. */
  refunds: z.optional(z.array(OrderRefund)),
  /** Pictures of the transfer, oldest first; at most `maxProofs`. */
  proofs: z.array(Proof),
  /** When staff last asked for a picture of the transfer. */
  proofRequestedAt: z.nullable(Time),
  createdAt: Time,
  paidAt: z.nullable(Time),
  verifiedAt: z.nullable(Time),
  /** When its customer first saw a verification happen, on any device; absent from earlier versions. */
  verificationSeenAt: z.optional(z.nullable(Time)),
  /** When the order expires unless it is marked as paid. */
  expiresAt: Time,
  history: z.array(OrderEvent),
  /** The member of staff who holds the claim: they check the payment, or once it is verified prepare the order. */
  checking: z.nullable(z.object({ name: z.string(), since: Time, until: Time })),
  hasDelivery: z.boolean(),
  /** When the customer first opened a delivery. */
  deliveryOpenedAt: z.nullable(Time),
  /** When staff last replaced or added the delivery after completing the order. */
  deliveryChangedAt: z.nullable(Time),
  /** When the customer first opened the delivery after its last change. */
  deliveryReopenedAt: z.nullable(Time),
})
export type Order = z.infer<typeof Order>

/** How long verifying a payment usually takes, in milliseconds: the middle 60 % of recent verifications. */
export const CheckDuration = z.object({ from: z.int(), to: z.int() })
export type CheckDuration = z.infer<typeof CheckDuration>

/** By payment method; null where there are too few verifications. */
export const CheckDurations = z.object({
  binance: z.nullable(CheckDuration),
  crypto: z.nullable(CheckDuration),
  bank: z.nullable(CheckDuration),
} satisfies Record<PaymentMethod, unknown>)
export type CheckDurations = z.infer<typeof CheckDurations>
