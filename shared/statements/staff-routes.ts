import * as z from 'zod/mini'
import { get, Id, listOutput, Pagination, patch, post } from '../contract.ts'
import { maxAppliedLines } from './limits.ts'
import { applyResults, lineStates, StatementFile, StatementLine } from './staff-schema.ts'

const LineDecision = z
  .strictObject({
    /** The order that it pays; null for none. */
    order: z.optional(z.nullable(Id)),
    /** It is not for an order. */
    ignore: z.optional(z.literal(true)),
  })
  .check(
    z.refine(({ order, ignore }) => (order === undefined) !== (ignore === undefined), {
      error: 'Choose an order, or ignore the line',
    }),
  )

export const staffStatementRoutes = {
  statements: get('/admin/statements', {
    access: 'staff',
    summary: 'List the bank statements, newest first',
    input: z.strictObject(Pagination),
    output: listOutput(StatementFile),
  }),
  statementLines: get('/admin/statements/:id/lines', {
    access: 'staff',
    summary: 'List the lines of a bank statement as they stand in it, optionally those of one state',
    input: z.strictObject({ state: z.optional(z.enum(lineStates)), ...Pagination }),
    output: { ...listOutput(StatementLine), file: StatementFile },
  }),
  changeStatementLine: patch('/admin/statements/:id/lines/:lineId', {
    access: 'staff',
    summary: 'Choose the order that a line pays, or ignore the line',
    input: LineDecision,
    output: { data: StatementLine },
    idempotent: true,
  }),
  applyStatement: post('/admin/statements/:id/apply', {
    access: 'staff',
    summary:
      'Record lines as payments and verify the orders that they pay; lines that were applied before stay as they are',
    input: z.strictObject({
      lines: z
        .array(Id)
        .check(
          z.minLength(1, { error: 'Choose at least one line' }),
          z.maxLength(maxAppliedLines, { error: `At most ${maxAppliedLines} lines can be recorded at once` }),
        ),
    }),
    output: {
      data: z.array(z.object({ line: z.string(), result: z.enum(applyResults), message: z.string() })),
    },
  }),
  undoStatement: post('/admin/statements/:id/undo', {
    access: 'staff',
    summary: 'Take back what a bank statement has verified, except where something was delivered',
    output: {
      data: z.object({
        /** How many lines were taken back. */
        undone: z.int(),
        kept: z.array(z.object({ line: z.string(), message: z.string() })),
      }),
    },
  }),
}
