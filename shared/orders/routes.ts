import * as z from 'zod/mini'
import { del, Dollars, get, Id, listOutput, Pagination, patch, post } from '../contract.ts'
import { PaymentRequest } from '../payments/ledger-schema.ts'
import { networks, PaymentMethod, tokens, TransferTo } from '../payments/schema.ts'
import { withoutInvisible } from '../text.ts'
import {
  CheckDuration,
  CheckDurations,
  Order,
  type OrderFilter,
  orderFilters,
  type PaymentFilter,
  paymentFilters,
} from './schema.ts'

const enumOfKeys = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
const OrderListInput = z.strictObject({
  paymentStatus: z.optional(enumOfKeys<PaymentFilter>(paymentFilters)),
  orderStatus: z.optional(enumOfKeys<OrderFilter>(orderFilters)),
  ...Pagination,
})

export const TransferReference = z
  .string({ error: 'reference must be text' })
  .check(
    z.trim(),
    z.minLength(3, { error: 'The reference must be 3 to 128 characters' }),
    z.maxLength(128, { error: 'The reference must be 3 to 128 characters' }),
    withoutInvisible('The reference'),
  )

const orderOutput = { data: Order, message: z.string() }

export const orderRoutes = {
  checkout: post('/checkout', {
    access: 'customer',
    summary: 'Create an order from the cart and empty the cart',
    input: z.strictObject({ paymentMethod: PaymentMethod, subtotal: z.optional(Dollars) }),
    output: orderOutput,
    idempotent: true,
  }),
  orders: get('/checkout', {
    access: 'customer',
    summary: 'List your orders, newest first',
    input: OrderListInput,
    output: listOutput(Order),
  }),
  order: get('/checkout/:id', {
    access: 'customer',
    summary:
      'Return one of your orders, its place in the queue, and how long verification and preparation usually take',
    output: {
      data: z.extend(Order, { transferTo: z.optional(TransferTo), request: z.nullable(PaymentRequest) }),
      /** For the order's method. */
      checkingTakes: z.nullable(CheckDuration),
      /** For each method that a pending order can be paid with; null for other orders. */
      checkingTakesBy: z.nullable(CheckDurations),
      /** How many payments are checked before a paid order; null for other orders, absent from earlier versions. */
      queuePosition: z.optional(z.nullable(z.int())),
      /** How long preparing an order usually takes: the median of the latest ones; absent from earlier versions. */
      preparingMinutes: z.optional(z.nullable(z.int())),
    },
  }),
  applyCoupon: patch('/checkout/:id/apply-coupon', {
    access: 'customer',
    summary: 'Apply or remove a coupon',
    input: z.strictObject({ couponId: z.nullable(Id) }),
    output: orderOutput,
    idempotent: true,
  }),
  cancel: patch('/checkout/:id/cancel', {
    access: 'customer',
    summary: 'Cancel an unpaid order',
    output: orderOutput,
    idempotent: true,
  }),
  requestPayment: post('/checkout/:id/payment-request', {
    access: 'customer',
    summary: 'Choose how to pay an order, or the rest of it, and return what exactly to send',
    input: z.strictObject({
      method: PaymentMethod,
      /** Both are required for crypto. */
      network: z.optional(z.enum(networks)),
      token: z.optional(z.enum(tokens)),
      /** The wallet takes no more: the amount is some cents above the total, which come back as points. */
      twoDecimals: z.optional(z.boolean()),
    }),
    output: { data: PaymentRequest },
    idempotent: true,
  }),
  markPaid: patch('/checkout/:id/mark-paid', {
    access: 'customer',
    summary: 'Mark an order as paid, pending verification',
    input: z.strictObject({
      paymentMethod: z.optional(PaymentMethod),
      network: z.optional(z.enum(networks)),
      token: z.optional(z.enum(tokens)),
      reference: z.optional(TransferReference),
      discountAmount: z.optional(Dollars),
    }),
    output: orderOutput,
    idempotent: true,
  }),
  changeReference: patch('/checkout/:id/reference', {
    access: 'customer',
    summary: "Add or correct the transfer's reference while an order waits",
    input: z.strictObject({ reference: TransferReference }),
    output: orderOutput,
    idempotent: true,
  }),
  deleteProof: del('/checkout/:id/proofs/:proofId', {
    access: 'customer',
    summary: 'Delete a picture of the transfer while an order waits, or once it was rejected or has expired',
    output: orderOutput,
  }),
  verificationSeen: post('/checkout/:id/verification-seen', {
    access: 'customer',
    summary: 'Record that you saw the verification of one of your orders happen',
    output: { message: z.string() },
  }),
  delivery: post('/checkout/:id/delivery', {
    access: 'customer',
    summary: 'Return what was delivered, and record that the customer opened it',
    output: { data: z.object({ note: z.string() }) },
  }),
}
