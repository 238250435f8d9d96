import * as z from 'zod/mini'
import { del, get, Pagination, patch, post, SearchQuery } from '../contract.ts'
import { orderStatuses, paymentStatuses } from './schema.ts'
import { OrderNote, Reason, RefundPreview, StaffOrder } from './staff-schema.ts'

const StaffOrderFilter = {
  paymentStatus: z.optional(z.enum(paymentStatuses)),
  orderStatus: z.optional(z.enum(orderStatuses)),
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

const Day = z.optional(z.iso.date({ error: 'A day is written as 2026-01-31' }))

const staffOrderOutput = { data: StaffOrder, message: z.string() }

export const staffOrderRoutes = {
  staffOrders: get('/admin/orders', {
    access: 'staff',
    summary: 'List orders, newest first; with `paymentStatus=paid` or `orderStatus=processing`, longest waiting first',
    input: z.strictObject({ ...StaffOrderFilter, ...Pagination }),
    output: {
      data: z.array(StaffOrder),
      counts: z.record(z.enum(paymentStatuses), z.int()),
      /** Verified orders that await delivery. */
      toDeliver: z.int(),
      totalCount: z.int(),
      nextCursor: z.nullable(z.string()),
    },
  }),
  exportOrders: get('/admin/orders/export', {
    access: 'staff',
    summary: 'Export up to 10,000 orders as CSV (RFC 4180), those placed from `from` to `to` (days in UTC)',
    input: z.strictObject({ ...StaffOrderFilter, from: Day, to: Day }),
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
    summary: 'Verify that the payment has arrived',
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
    summary: 'Record that an order was refunded',
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
