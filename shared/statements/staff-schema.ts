import * as z from 'zod/mini'
import { Time } from '../contract.ts'
import { PaymentOrder } from '../payments/staff-schema.ts'

/** What a line is, from what needs the least thought to what is done. */
export const lineStates = [
  'sure',
  'likely',
  'several',
  'short',
  'over',
  'late',
  'second',
  'unmatched',
  'ignored',
  'error',
  'applied',
] as const
export type LineState = (typeof lineStates)[number]

export const statementFormats = ['csv', 'ofx', 'mt940', 'camt053', 'binance'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** Why a line is what it is, and the parts of its text that say so. */
export const Why = z.object({ text: z.string(), marks: z.array(z.string()) })
export type Why = z.infer<typeof Why>

/** One transfer of a statement. */
export const StatementLine = z.object({
  _id: z.string(),
  file: z.string(),
  /** As 2026-11-21; null if the bank's date can't be read. */
  day: z.nullable(z.string()),
  /** A decimal number; null if it can't be read. */
  amount: z.nullable(z.string()),
  currency: z.string(),
  /** Money that came in. */
  credit: z.boolean(),
  payer: z.string(),
  text: z.string(),
  state: z.enum(lineStates),
  why: Why,
  /** The order that it pays. */
  order: z.nullable(PaymentOrder),
  /** The orders that it may pay, where there are several. */
  candidates: z.array(PaymentOrder),
  /** It pays all of its candidates, each in full. */
  splits: z.boolean(),
  /** What applying it did; null before. */
  result: z.nullable(z.string()),
})
export type StatementLine = z.infer<typeof StatementLine>

/** How many lines of each state a statement has. */
export const LineCounts = z.partialRecord(z.enum(lineStates), z.int())
export type LineCounts = z.infer<typeof LineCounts>

/** A statement that was uploaded. */
export const StatementFile = z.object({
  _id: z.string(),
  name: z.string(),
  format: z.enum(statementFormats),
  account: z.string(),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  /** The lines in the file, with those that another file had already. */
  lineCount: z.int(),
  counts: LineCounts,
  uploadedBy: z.string(),
  at: Time,
  /** When what it had verified was taken back. */
  undoneAt: z.nullable(Time),
})
export type StatementFile = z.infer<typeof StatementFile>

/** What an upload added. */
export const StatementUpload = z.extend(StatementFile, {
  added: z.int(),
  /** Lines that another statement, or this one, had already. */
  known: z.int(),
})
export type StatementUpload = z.infer<typeof StatementUpload>
export const StatementUploadOutput = z.object({ data: StatementUpload, message: z.string() })

export const applyResults = ['verified', 'short', 'over', 'late', 'recorded', 'skipped'] as const
export type ApplyResult = (typeof applyResults)[number]

/** How day and month are written, where a statement's dates don't say. */
export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]
