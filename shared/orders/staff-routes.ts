import * as z from 'zod/mini'
import {
  del,
  Dollars,
  DollarsInQuery,
  get,
  Id,
  Pagination,
  patch,
  post,
  SearchQuery,
  sortDirections,
} from '../contract.ts'
import { supportedPaymentMethods } from '../payments/schema.ts'
import { TransferReference } from './routes.ts'
import { orderStatuses, paymentStatuses } from './schema.ts'
import { OrderNote, Reason, RefundPreview, StaffOrder, staffOrderSorts } from './staff-schema.ts'

const Day = z.optional(z.iso.date({ error: 'A day is written as 2026-01-31' }))

const StaffOrderFilter = {
  paymentStatus: z.optional(z.enum(paymentStatuses)),
  orderStatus: z.optional(z.enum(orderStatuses)),
  paymentMethod: z.optional(z.enum(supportedPaymentMethods)),
  /** The first and the last day on which the orders were placed, in UTC. */
  from: Day,
  to: Day,
  minTotal: z.optional(DollarsInQuery),
  maxTotal: z.optional(DollarsInQuery),
  /** Orders of this item. */
  item: z.optional(Id),
  /** Orders that hold a use of this coupon: its id or code. */
  coupon: z.optional(Id),
  /** `1`: orders whose transfer reference is on another order, too. */
  reused: z.optional(z.literal('1')),
  /** `1`: orders for which exactly their total is known to have arrived. */
  proved: z.optional(z.literal('1')),
  /** Matches the order number, the transfer reference, and the customer's name and email. */
  q: SearchQuery,
}

const DeliveryText = z
  .string({ error: 'Please write the delivery' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please write the delivery' }),
    z.maxLength(5000, { error: 'A delivery can be at most 5,000 characters' }),
  )

const staffOrderOutput = { data: StaffOrder, message: z.string() }

export const staffOrderRoutes = {
  staffOrders: get('/admin/orders', {
    access: 'staff',
    summary: 'List orders, newest first; with `paymentStatus=paid` or `orderStatus=processing`, longest waiting first',
    input: z.strictObject({
      ...StaffOrderFilter,
      sort: z.optional(z.enum(staffOrderSorts)),
      direction: z.optional(z.enum(sortDirections)),
      ...Pagination,
    }),
    output: {
      data: z.array(StaffOrder),
      counts: z.record(z.enum(paymentStatuses), z.int()),
      /** Verified orders that await delivery. */
      toDeliver: z.int(),
      /** Of a filter that has no index, how many this page has: there may be more. */
      totalCount: z.int(),
      /** A page may have fewer orders than `limit`, or none, and go on: a filter without an index reads a part at a time. */
      nextCursor: z.nullable(z.string()),
    },
  }),
  exportOrders: get('/admin/orders/export', {
    access: 'staff',
    summary: 'Export up to 10,000 orders as CSV (RFC 4180), those placed from `from` to `to` (days in UTC)',
    input: z.strictObject(StaffOrderFilter),
    /** `truncated`: there are more orders. */
    output: { name: z.string(), text: z.string(), truncated: z.boolean() },
    download: 'text/csv; charset=utf-8; header=present',
  }),
  staffOrder: get('/admin/orders/:id', {
    access: 'staff',
    summary: 'Return an order with its customer',
    output: { data: StaffOrder },
  }),
  claim: post('/admin/orders/:id/claim', {
    access: 'staff',
    summary: 'Claim a payment awaiting verification or an order awaiting delivery, or renew the claim',
    output: staffOrderOutput,
  }),
  release: del('/admin/orders/:id/claim', {
    access: 'staff',
    summary: 'Release a claim',
    output: staffOrderOutput,
  }),
  verify: patch('/admin/orders/:id/verify', {
    access: 'staff',
    summary: 'Verify that the payment has arrived; less than the total is accepted with a reason only',
    input: z.strictObject({ acceptShort: z.optional(z.boolean()), reason: z.optional(Reason) }),
    output: staffOrderOutput,
    idempotent: true,
  }),
  requestProof: post('/admin/orders/:id/proof-request', {
    access: 'staff',
    summary: 'Ask the customer for a picture of the transfer, at most once in 10 minutes',
    output: staffOrderOutput,
    idempotent: true,
  }),
  reject: patch('/admin/orders/:id/reject', {
    access: 'staff',
    summary: 'Reject a payment that has not arrived',
    input: z.strictObject({ reason: Reason }),
    output: staffOrderOutput,
    idempotent: true,
  }),
  complete: patch('/admin/orders/:id/complete', {
    access: 'staff',
    summary: 'Complete an order, optionally with a delivery note for the customer',
    input: z.strictObject({ delivery: z.optional(DeliveryText) }),
    output: staffOrderOutput,
    idempotent: true,
  }),
  changeDelivery: patch('/admin/orders/:id/delivery', {
    access: 'staff',
    summary: 'Replace the delivery note of a completed order, or add one; the customer is notified',
    input: z.strictObject({ delivery: DeliveryText }),
    output: staffOrderOutput,
    idempotent: true,
  }),
  refundPreview: get('/admin/orders/:id/refund', {
    access: 'staff',
    summary: 'Return whose points a refund would take back',
    output: { data: RefundPreview },
  }),
  refund: patch('/admin/orders/:id/refund', {
    access: 'staff',
    summary: 'Record that an order was refunded, all of it or a part',
    input: z.strictObject({
      reason: Reason,
      amount: z.optional(Dollars.check(z.gte(0.01, { error: 'must be at least 0.01' }))),
      reference: z.optional(TransferReference),
    }),
    output: staffOrderOutput,
    idempotent: true,
  }),
  reopen: patch('/admin/orders/:id/reopen', {
    access: 'staff',
    summary: 'Reopen an expired, cancelled or rejected order whose money has arrived; its discount is honoured',
    input: z.strictObject({ reason: Reason }),
    output: staffOrderOutput,
    idempotent: true,
  }),
  unverify: patch('/admin/orders/:id/unverify', {
    access: 'staff',
    summary: 'Take a verification back while nothing is delivered; the order awaits verification again',
    input: z.strictObject({ reason: Reason }),
    output: staffOrderOutput,
    idempotent: true,
  }),
}

const OrderNoteText = z
  .string({ error: 'Please write a note' })
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please write a note' }),
    z.maxLength(2000, { error: 'A note can be at most 2,000 characters' }),
  )

export const orderNoteRoutes = {
  orderNotes: get('/admin/orders/:id/notes', {
    access: 'staff',
    summary: 'List the internal notes on an order, oldest first',
    output: { data: z.array(OrderNote) },
  }),
  addOrderNote: post('/admin/orders/:id/notes', {
    access: 'staff',
    summary: 'Add an internal note to an order',
    input: z.strictObject({ text: OrderNoteText }),
    output: { data: OrderNote, message: z.string() },
    idempotent: true,
  }),
  deleteOrderNote: del('/admin/orders/:id/notes/:noteId', {
    access: 'staff',
    summary: 'Delete one of your own notes',
    output: { message: z.string() },
  }),
}
