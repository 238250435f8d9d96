import * as z from 'zod/mini'
import { Dollars, get, Id, Page, patch, post, Time } from './contract.ts'
import {
  type OrderFilter,
  orderFilters,
  orderStatuses,
  type PaymentFilter,
  paymentFilters,
  paymentStatuses,
} from './orders.ts'
import { PaymentMethod } from './payment.ts'

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

export const changes = [
  'created',
  'coupon',
  'cancelled',
  'paid',
  'verified',
  'rejected',
  'completed',
  'refunded',
  'expired',
  'claimed',
  'released',
] as const
export const Change = z.enum(changes)
export type Change = z.infer<typeof Change>

export const OrderEvent = z.object({
  _id: z.string(),
  what: Change,
  who: z.enum(['customer', 'staff', 'store']),
  /** The first name of who did it; empty for the store itself. */
  name: z.string(),
  note: z.string(),
  at: Time,
})
export type OrderEvent = z.infer<typeof OrderEvent>

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
  reference: z.nullable(z.string()),
  createdAt: Time,
  paidAt: z.nullable(Time),
  verifiedAt: z.nullable(Time),
  /** When an order that is not paid ends by itself. */
  expiresAt: Time,
  history: z.array(OrderEvent),
  /** The member of staff who is checking the payment. */
  checking: z.nullable(z.object({ name: z.string(), since: Time, until: Time })),
  hasDelivery: z.boolean(),
  deliveryOpenedAt: z.nullable(Time),
})
export type Order = z.infer<typeof Order>

/** From when to when most checks are done after the customer's word, in milliseconds: the middle 60 % of the last ones. */
export const CheckingTakes = z.object({ from: z.int(), to: z.int() })
export type CheckingTakes = z.infer<typeof CheckingTakes>

/** How a person's orders ended so far, and what was paid for those that are verified. */
export const OrderSums = { orders: z.int(), verified: z.int(), failed: z.int(), spent: Dollars }

/** What staff see besides. */
export const StaffOrder = z.extend(Order, {
  customer: z.object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    createdAt: Time,
    /** How this customer's orders ended so far, this one included. */
    ...OrderSums,
  }),
  /** Another order had given the same transfer reference. */
  referenceReused: z.boolean(),
  /** Who holds the claim: the id of the member of staff. */
  checkingBy: z.nullable(z.string()),
})
export type StaffOrder = z.infer<typeof StaffOrder>

const oneOfKeys = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
export const OrderFilters = z.strictObject({
  paymentStatus: z.optional(oneOfKeys<PaymentFilter>(paymentFilters)),
  orderStatus: z.optional(oneOfKeys<OrderFilter>(orderFilters)),
  ...Page,
})

const Reference = z
  .string({ error: 'reference must be a text' })
  .check(
    z.trim(),
    z.minLength(3, { error: 'The reference needs 3 to 128 characters' }),
    z.maxLength(128, { error: 'The reference needs 3 to 128 characters' }),
  )
/** Why staff reject or refund: the customer reads it. */
export const Reason = z
  .string({ error: 'Please give a reason' })
  .check(
    z.trim(),
    z.minLength(3, { error: 'Please give a reason' }),
    z.maxLength(500, { error: 'The reason takes at most 500 characters' }),
  )

const One = { data: Order, message: z.string() }
const OneForStaff = { data: StaffOrder, message: z.string() }

export const orderRoutes = {
  checkout: post('/checkout', {
    who: 'customer',
    summary: 'Order what is in the cart, and empty it',
    input: z.strictObject({ paymentMethod: PaymentMethod, subtotal: z.optional(Dollars) }),
    output: One,
    idempotent: true,
  }),
  orders: get('/checkout', {
    who: 'customer',
    summary: "One's orders, newest first",
    input: OrderFilters,
    output: { data: z.array(Order), totalCount: z.int(), nextCursor: z.nullable(z.string()) },
  }),
  order: get('/checkout/:id', {
    who: 'customer',
    summary: 'One order, and how long a check of its payment usually takes',
    output: { data: Order, checkingTakes: z.nullable(CheckingTakes) },
  }),
  applyCoupon: patch('/checkout/:id/apply-coupon', {
    who: 'customer',
    summary: 'Apply a coupon in place of any other, or remove it with null',
    input: z.strictObject({ couponId: z.nullable(Id) }),
    output: One,
    idempotent: true,
  }),
  cancel: patch('/checkout/:id/cancel', {
    who: 'customer',
    summary: 'Cancel an order that is not paid',
    output: One,
    idempotent: true,
  }),
  markPaid: patch('/checkout/:id/mark-paid', {
    who: 'customer',
    summary: 'Say that the money is on its way',
    input: z.strictObject({
      paymentMethod: z.optional(PaymentMethod),
      reference: z.optional(Reference),
      discountAmount: z.optional(Dollars),
    }),
    output: One,
    idempotent: true,
  }),
  delivery: post('/checkout/:id/delivery', {
    who: 'customer',
    summary: 'What was delivered, for its customer alone; the first opening is recorded',
    output: { data: z.object({ note: z.string() }) },
  }),
}

/** `q`: an order number, a reference, or a customer's name or e-mail. */
const StaffOrderFilter = {
  paymentStatus: z.optional(z.enum(paymentStatuses)),
  orderStatus: z.optional(z.enum(orderStatuses)),
  q: z.optional(z.string().check(z.maxLength(100))),
}

export const staffOrderRoutes = {
  staffOrders: get('/admin/orders', {
    who: 'staff',
    summary: 'All orders; the paid ones oldest first, as they wait',
    input: z.strictObject({ ...StaffOrderFilter, ...Page }),
    output: {
      data: z.array(StaffOrder),
      counts: z.record(z.enum(paymentStatuses), z.int()),
      totalCount: z.int(),
      nextCursor: z.nullable(z.string()),
    },
  }),
  exportOrders: get('/admin/orders/export', {
    who: 'staff',
    summary: 'The orders of the list as CSV (RFC 4180), at most 10,000 of them',
    input: z.strictObject(StaffOrderFilter),
    output: { name: z.string(), text: z.string() },
    download: 'text/csv; charset=utf-8; header=present',
  }),
  staffOrder: get('/admin/orders/:id', {
    who: 'staff',
    summary: 'One order, with its customer',
    output: { data: StaffOrder },
  }),
  claim: post('/admin/orders/:id/claim', {
    who: 'staff',
    summary: 'Take a waiting payment to check it, or keep it for longer',
    output: OneForStaff,
  }),
  release: {
    ...post('/admin/orders/:id/claim', { who: 'staff', summary: 'Leave it to others', output: OneForStaff }),
    method: 'DELETE' as const,
  },
  verify: patch('/admin/orders/:id/verify', {
    who: 'staff',
    summary: 'The money has arrived',
    output: OneForStaff,
    idempotent: true,
  }),
  reject: patch('/admin/orders/:id/reject', {
    who: 'staff',
    summary: 'The money has not arrived',
    input: z.strictObject({ reason: Reason }),
    output: OneForStaff,
    idempotent: true,
  }),
  complete: patch('/admin/orders/:id/complete', {
    who: 'staff',
    summary: 'Everything is delivered',
    input: z.strictObject({ delivery: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(5000))) }),
    output: OneForStaff,
    idempotent: true,
  }),
  refund: patch('/admin/orders/:id/refund', {
    who: 'staff',
    summary: 'The money was sent back',
    input: z.strictObject({ reason: Reason }),
    output: OneForStaff,
    idempotent: true,
  }),
}
