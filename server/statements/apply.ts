import { eq } from 'drizzle-orm'
import { statementFiles } from '../../drizzle/schema.ts'
import { ApiError } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { ApplyResult, LineState } from '../../shared/statements/staff-schema.ts'
import type { AppContext } from '../app-context.ts'
import { type MutationContext, runMutation } from '../events/mutation.ts'
import { readPayments } from '../ledger/present.ts'
import { loadOrder } from '../orders/advance.ts'
import { assertNotClaimedByColleague, assertNotOwnOrder } from '../orders/claim.ts'
import type { OrderRow } from '../orders/present.ts'
import { reopen } from '../orders/reopen.ts'
import { verify } from '../orders/verify.ts'
import { methodOf } from './format.ts'
import { changeLine, loadLine } from './load-line.ts'
import { judgeAmount, money } from './judge-amount.ts'
import { type FileRow, type LineRow, loadFile, publishStatement } from './present.ts'
import { readMatchOrder } from './read-match-orders.ts'
import { recordFor, recordUnassigned, sourceIdOf } from './record-transfer.ts'

type Staff = { id: string; firstName: string }
type Outcome = { result: ApplyResult; message: string; verified: boolean }
export type AppliedLine = { line: string; result: ApplyResult; message: string }

/**
 * Applies lines of a statement, each in a transaction of its own: its money is recorded, and the order that it pays in
 * full is verified. A line that was applied before stays as it is, so that a repeated call finishes what a crash left.
 * What can't be applied is skipped, with the reason. @throws 404
 */
export async function applyLines(
  app: AppContext,
  staff: Staff,
  fileId: string,
  lines: string[],
): Promise<AppliedLine[]> {
  await loadFile(app.db, fileId)
  const results: AppliedLine[] = []
  for (const line of new Set(lines)) results.push(await applyLine(app, staff, fileId, line))
  return results
}

async function applyLine(app: AppContext, staff: Staff, fileId: string, id: string): Promise<AppliedLine> {
  try {
    const { result, message } = await runMutation(app, (ctx) => applyOnce(ctx, staff, fileId, id))
    return { line: id, result, message }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { line: id, result: 'skipped', message: error.message }
  }
}

async function applyOnce(ctx: MutationContext, staff: Staff, fileId: string, id: string): Promise<Outcome> {
  const { file, line } = await loadLine(ctx, fileId, id)
  if (line.state === 'applied') return line.applied as Outcome
  const outcome = await apply(ctx, staff, file, line)
  if (outcome.result === 'skipped') return outcome
  const applied = await changeLine(ctx, id, { state: 'applied', applied: outcome })
  const [current] = await ctx.tx
    .update(statementFiles)
    .set({ undoneAt: null })
    .where(eq(statementFiles.id, file.id))
    .returning()
  await publishStatement(ctx, current!, applied)
  return outcome
}

function apply(ctx: MutationContext, staff: Staff, file: FileRow, line: LineRow): Promise<Outcome> | Outcome {
  if (line.state === 'error' || line.amount === null)
    return skipped('This line can’t be read in full. Record the transfer by hand.')
  if (line.state === 'ignored' || !line.credit) return skipped('This line is ignored.')
  const payment = { file, line, amount: BigInt(line.amount) }
  if (line.state === 'several')
    return line.splits ? applySplit(ctx, staff, payment) : skipped('Choose its order first.')
  if (line.orderId === null) return keepWithoutOrder(ctx, staff, payment)
  return applyToOrder(ctx, staff, payment, line.orderId)
}

type Payment = { file: FileRow; line: LineRow; amount: bigint }

async function applyToOrder(ctx: MutationContext, staff: Staff, payment: Payment, orderId: string): Promise<Outcome> {
  const { file, line, amount } = payment
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  await assertNotClaimedByColleague(ctx, order, staff)
  const { state, text } = judgeAmount(line, amount, (await readMatchOrder(ctx, methodOf(file.format), orderId))!, false)
  const isAsExpected = state === line.state || (state === 'sure' && line.state === 'likely')
  if (!isAsExpected) return changeState(ctx, payment, state === 'sure' ? 'likely' : state, text)
  if (state === 'unmatched') return keepWithoutOrder(ctx, staff, payment)
  if (state === 'second') return applySecond(ctx, staff, payment, order)
  const isEnough = state === 'likely'
  await recordFor(ctx, staff, order, { ...payment, sourceId: sourceIdOf(line), isEnough })
  const number = `#${orderNumber(orderId)}`
  if (state === 'short')
    return {
      result: 'short',
      message: `Recorded for ${number}: ${text}. Its customer was asked for the rest.`,
      verified: false,
    }
  if (state === 'late') return applyLate(ctx, staff, order)
  await verify(ctx, staff, orderId, isEnough ? { acceptShort: true, reason: 'within the tolerance' } : {})
  return state === 'over'
    ? { result: 'over', message: `${number} verified. ${text}: send it back.`, verified: true }
    : { result: 'verified', message: `${number} verified`, verified: true }
}

/** The order has changed since the statement was read: staff see what the line is now, and decide again. */
async function changeState(
  ctx: MutationContext,
  { file, line }: Payment,
  state: LineState,
  text: string,
): Promise<Outcome> {
  const why = { ...line.why, text: `${text}.` }
  await publishStatement(ctx, file, await changeLine(ctx, line.id, { state, matchedState: state, why }))
  return skipped(`This line has changed: ${text}.`)
}

async function applyLate(ctx: MutationContext, staff: Staff, order: OrderRow): Promise<Outcome> {
  await reopen(ctx, staff, order.id, 'The money was received late.')
  const number = `#${orderNumber(order.id)}`
  const { received, total } = await loadOrder(ctx, order.id)
  if (received < total)
    return { result: 'late', message: `${number} was reopened; part of the money is missing.`, verified: false }
  await verify(ctx, staff, order.id)
  return { result: 'late', message: `${number} was reopened and verified`, verified: true }
}

/** Of an order that staff had verified by looking at the bank themselves, it is the payment; otherwise a second one. */
async function applySecond(ctx: MutationContext, staff: Staff, payment: Payment, order: OrderRow): Promise<Outcome> {
  const number = `#${orderNumber(order.id)}`
  const hasPayment = (await readPayments(ctx.tx, order.id)).length > 0
  if (hasPayment || order.paymentStatus !== 'verified') {
    const note = `A second payment for order ${number}`
    await recordUnassigned(ctx, staff, { ...payment, sourceId: sourceIdOf(payment.line), note })
    return {
      result: 'recorded',
      message: `${note} is kept as a transfer without an order: send it back`,
      verified: false,
    }
  }
  await recordFor(ctx, staff, order, { ...payment, sourceId: sourceIdOf(payment.line) })
  return {
    result: 'recorded',
    message: `Recorded as the payment of ${number}, which was verified by hand`,
    verified: false,
  }
}

async function keepWithoutOrder(ctx: MutationContext, staff: Staff, payment: Payment): Promise<Outcome> {
  await recordUnassigned(ctx, staff, { ...payment, sourceId: sourceIdOf(payment.line) })
  return { result: 'recorded', message: 'Kept as a transfer without an order', verified: false }
}

/** One transfer for several orders, each of which it pays in full; for none of them if one has changed. */
async function applySplit(ctx: MutationContext, staff: Staff, payment: Payment): Promise<Outcome> {
  const { file, line, amount } = payment
  const parts = []
  // Locked in the same sequence by everybody.
  for (const id of line.candidates.toSorted()) {
    const order = await loadOrder(ctx, id)
    assertNotOwnOrder(order, staff)
    await assertNotClaimedByColleague(ctx, order, staff)
    const due = (await readMatchOrder(ctx, methodOf(file.format), id))!
    const { state, text } = judgeAmount(line, due.due, due, false)
    if (state !== 'sure') return skipped(`This line has changed: ${text}.`)
    parts.push({ order, due: due.due })
  }
  const sum = parts.reduce((total, { due }) => total + due, 0n)
  if (sum !== amount) return skipped(`Its orders add up to ${money(sum, line.currency)} now. Choose one of them.`)
  for (const [index, { order, due }] of parts.entries()) {
    await recordFor(ctx, staff, order, { ...payment, amount: due, sourceId: sourceIdOf(line, index) })
    await verify(ctx, staff, order.id)
  }
  const numbers = parts.map(({ order }) => `#${orderNumber(order.id)}`).join(' and ')
  return { result: 'verified', message: `${numbers} verified`, verified: true }
}

const skipped = (message: string): Outcome => ({ result: 'skipped', message, verified: false })
