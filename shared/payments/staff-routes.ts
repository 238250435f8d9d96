import * as z from 'zod/mini'
import { Dollars, get, Id, Pagination, patch, post, SearchQuery, Sorting, Time } from '../contract.ts'
import { TransferReference } from '../orders/routes.ts'
import { Reason } from '../orders/staff-schema.ts'
import { withoutControls } from '../text.ts'
import { paymentCurrencies } from './amounts.ts'
import { paymentLists, paymentSorts, StaffPayment } from './staff-schema.ts'

const note = (what: string, max: number) =>
  z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(max, { error: `${what} can be at most ${max} characters` }), withoutControls(what)),
  )

/** A transfer that staff have seen arrive. */
export const ManualPayment = z.strictObject({
  source: z.literal('manual'),
  /** The order that it pays. */
  order: z.optional(Id),
  currency: z.enum(paymentCurrencies, { error: 'Please choose a currency' }),
  amount: z
    .string({ error: 'Please enter the amount' })
    .check(
      z.trim(),
      z.regex(/^\d{1,12}(\.\d{1,18})?$/, { error: 'The amount must be a number, such as 7432 or 24.37' }),
    ),
  /** What it is worth, for a currency without a rate. */
  counted: z.optional(Dollars),
  payer: note('The payer', 200),
  text: note('The message', 500),
  note: note('The note', 500),
  /** When it arrived; now by default. */
  at: z.optional(Time),
})

const PaymentDecision = z
  .strictObject({
    /** The order that it pays; null takes it from its order. */
    order: z.optional(z.nullable(Id)),
    /** Reopens the order, which was closed, in the same step: why. */
    reopen: z.optional(Reason),
    /** Why it needs nothing more. */
    dismiss: z.optional(Reason),
    /** It was sent back: the outgoing transfer's reference. */
    sentBack: z.optional(TransferReference),
  })
  .check(
    z.refine(
      ({ reopen: _, ...decision }) => Object.values(decision).filter((value) => value !== undefined).length === 1,
      {
        error: 'Choose an order, dismiss the payment or say that it was sent back',
      },
    ),
    z.refine(({ order, reopen }) => reopen === undefined || typeof order === 'string', {
      error: 'Choose the order to reopen',
    }),
  )

const paymentOutput = { data: StaffPayment, message: z.string() }

export const staffPaymentRoutes = {
  staffPayments: get('/admin/payments', {
    access: 'staff',
    summary: 'List payments, newest first by default; `state=unassigned` those without an order',
    input: z.strictObject({
      state: z.optional(z.enum(paymentLists)),
      /** Words of the payer, the message and the note, or the amount. */
      q: SearchQuery,
      ...Sorting(paymentSorts),
      ...Pagination,
    }),
    output: {
      data: z.array(StaffPayment),
      totalCount: z.int(),
      nextCursor: z.nullable(z.string()),
      /** Payments without an order. */
      unassigned: z.int(),
    },
  }),
  recordPayment: post('/admin/payments', {
    access: 'staff',
    summary: 'Record a transfer that has arrived, for an order or for none',
    input: ManualPayment,
    output: paymentOutput,
    idempotent: true,
  }),
  changePayment: patch('/admin/payments/:id', {
    access: 'staff',
    summary: 'Assign a payment to an order, take it from its order, dismiss it, or note that it was sent back',
    input: PaymentDecision,
    output: paymentOutput,
    idempotent: true,
  }),
}
