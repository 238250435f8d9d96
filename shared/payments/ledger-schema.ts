import * as z from 'zod/mini'
import { Dollars, Time } from '../contract.ts'
import { networks, PaymentMethod, tokens } from './schema.ts'

/** What a customer was asked to send: kept as it was asked, whatever rates and accounts are later. */
export const RequestSummary = z.object({
  method: PaymentMethod,
  network: z.nullable(z.enum(networks)),
  token: z.nullable(z.enum(tokens)),
  currency: z.string(),
  /** A decimal number in the currency; of a token without a rate, its value in dollars. */
  amount: z.string(),
  /** Units of the currency per dollar. */
  rate: z.number(),
  at: Time,
})
export type RequestSummary = z.infer<typeof RequestSummary>

/** The same with where to send it, for the order's own customer alone. */
export const PaymentRequest = z.extend(RequestSummary, {
  /** Of a wallet; null for other methods. */
  address: z.nullable(z.string()),
  /** The bank account or Pay ID; null for crypto. */
  account: z.nullable(z.string()),
  /** The order's reference, to be written with the transfer. */
  reference: z.string(),
  expiresAt: Time,
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

export const paymentSources = ['bank', 'chain', 'binance', 'manual'] as const
export type PaymentSource = (typeof paymentSources)[number]

/** Of a transfer: on its way, counted, no longer seen, or set aside with a reason. */
export const paymentStates = ['seen', 'confirming', 'final', 'gone', 'dismissed'] as const
export type PaymentState = (typeof paymentStates)[number]

/** By what a transfer was matched to its order. */
export const paymentMatches = ['hash', 'amount', 'reference', 'name', 'staff'] as const
export type PaymentMatch = (typeof paymentMatches)[number]

/** A transfer that arrived, as its order's customer sees it. */
export const OrderPayment = z.object({
  _id: z.string(),
  source: z.enum(paymentSources),
  currency: z.string(),
  /** A decimal number in the currency. */
  amount: z.string(),
  /** What it counts toward the order. */
  counted: Dollars,
  state: z.enum(paymentStates),
  at: Time,
})
export type OrderPayment = z.infer<typeof OrderPayment>
