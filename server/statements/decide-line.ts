import { conflict, notFound, unprocessable } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { StatementLine } from '../../shared/statements/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { methodOf, type StatementMethod } from './format.ts'
import { changeLine, loadLine } from './load-line.ts'
import { judgeAmount, money } from './judge-amount.ts'
import { type LineRow, publishStatement } from './present.ts'
import { readMatchOrder } from './read-match-orders.ts'

type Staff = { id: string; firstName: string }
export type LineDecision = { order?: string | null | undefined; ignore?: true | undefined }

/** Chooses the order that a line pays, or none, or ignores the line. Nothing is verified by it. @throws 404, 409, 422 */
export async function decideLine(
  ctx: MutationContext,
  staff: Staff,
  fileId: string,
  id: string,
  decision: LineDecision,
): Promise<StatementLine> {
  const { file, line } = await loadLine(ctx, fileId, id)
  if (line.state === 'applied') throw conflict('applied', 'This transfer was already recorded.')
  const columns = await columnsOf(ctx, staff, methodOf(file.format), line, decision)
  const changed = await changeLine(ctx, id, { ...columns, matchedState: columns.state, candidates: [], splits: false })
  const after = {
    file: file.name,
    line: describeLine(line),
    order: columns.orderId && `#${orderNumber(columns.orderId)}`,
    state: columns.state,
  }
  await recordAction(ctx, { actorId: staff.id, action: 'payment.match', subject: 'payment', subjectId: fileId, after })
  return (await publishStatement(ctx, file, changed)).line!
}

/** '2026-11-21, Rs 7,432'. Not its text, which is deleted after a while. */
const describeLine = ({ day, amount, currency }: LineRow) =>
  [day, amount && money(BigInt(amount), currency)].filter(Boolean).join(', ')

async function columnsOf(
  ctx: MutationContext,
  { firstName }: Staff,
  method: StatementMethod,
  line: LineRow,
  { order: orderId, ignore }: LineDecision,
) {
  const { marks } = line.why
  if (ignore) return { state: 'ignored' as const, orderId: null, why: { text: `Ignored by ${firstName}.`, marks } }
  if (!line.credit) throw unprocessable('debit', 'Outgoing money can’t pay an order.')
  if (line.amount === null || line.day === null)
    throw unprocessable('unreadable', 'This line can’t be read. Record it by hand.')
  if (!orderId)
    return { state: 'unmatched' as const, orderId: null, why: { text: `${firstName} chose no order.`, marks } }
  const order = await readMatchOrder(ctx, method, orderId)
  if (!order) throw notFound('Order not found')
  const { state, text } = judgeAmount(line, BigInt(line.amount), order, false)
  // Only what is exact in everything is sure, and what people chose isn't.
  const why = { text: `Chosen by ${firstName}; ${text}.`, marks }
  return { state: state === 'sure' ? ('likely' as const) : state, orderId, why }
}
