import { and, eq } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { payments } from '../../drizzle/schema.ts'
import { conflict, unprocessable } from '../../shared/api-error.ts'
import { centsOf, paymentCurrencies, rateOf } from '../../shared/payments/amounts.ts'
import { recordAction } from '../audit/record-action.ts'
import { forUpdate } from '../db/transactions.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { publishPayment } from '../ledger/present-for-staff.ts'
import { paymentSearchText } from '../ledger/search-text.ts'
import type { OrderRow } from '../orders/present.ts'
import { assignTo } from '../payments/assign.ts'
import { methodOf, type StatementMethod } from './format.ts'
import { type FileRow, lineDecimals, type LineRow } from './present.ts'

type Staff = { id: string; firstName: string }
type Transfer = {
  file: FileRow
  line: LineRow
  amount: bigint
  sourceId: string
  note?: string
  /** What is missing is accepted. */
  isEnough?: boolean
}

/** The transfers of a line in the ledger: of one that pays several orders, each has its own. */
export const sourceIdOf = ({ fingerprint }: Pick<LineRow, 'fingerprint'>, index = 0) =>
  index === 0 ? fingerprint : `${fingerprint}:${index + 1}`

/** Records a transfer as the payment of an order, which the caller has locked. @throws 409 if it pays another order */
export async function recordFor(ctx: MutationContext, staff: Staff, order: OrderRow, transfer: Transfer) {
  const payment = await record(ctx, transfer)
  const matchedBy = transfer.line.state === 'likely' ? 'staff' : 'reference'
  const details = { statement: transfer.file.name }
  const { isEnough = false } = transfer
  await assignTo(ctx, staff, order, payment, { matchedBy, action: 'payment.record', details, isEnough })
}

/** Records a transfer that belongs to no order: it waits with the other money without one. */
export async function recordUnassigned(ctx: MutationContext, staff: Staff, transfer: Transfer) {
  const payment = await record(ctx, transfer)
  const { id, worth, payer } = payment
  const after = { statement: transfer.file.name, payer, counted: worth }
  await recordAction(ctx, { actorId: staff.id, action: 'payment.record', subject: 'payment', subjectId: id, after })
  await publishPayment(ctx, payment)
}

/** A transfer is in the ledger once; one that was taken back counts again. */
async function record(
  { tx, now }: MutationContext,
  { file, line, amount, sourceId, note = '' }: Transfer,
): Promise<PaymentRow> {
  const source = methodOf(file.format)
  const ofSource = and(eq(payments.source, source), eq(payments.sourceId, sourceId))
  const [known] = await forUpdate(tx.select().from(payments).where(ofSource))
  if (known && (known.orderId !== null || known.refundReference !== null)) {
    throw conflict('assigned', 'This transfer is already in the ledger.')
  }
  if (known) {
    const searchText = paymentSearchText({ ...known, note })
    const [again] = await tx
      .update(payments)
      .set({ state: 'final', note, searchText })
      .where(eq(payments.id, known.id))
      .returning()
    return again!
  }
  const row = toRow(line, amount, { source, sourceId, note, now })
  await tx.insert(payments).values(row)
  return row
}

function toRow(
  { currency: code, payer, text, day }: LineRow,
  amount: bigint,
  { source, sourceId, note, now }: { source: StatementMethod; sourceId: string; note: string; now: Date },
): PaymentRow {
  const currency = paymentCurrencies.find((one) => one === code)
  const rate = currency ? rateOf(currency) : null
  if (!currency || rate === null)
    throw unprocessable('currency', `The store doesn’t count ${code}. Record it by hand, with its worth.`)
  const worth = centsOf(amount, lineDecimals, rate)
  const noon = new Date(`${day}T12:00:00Z`)
  const counted = { currency, decimals: lineDecimals, amount: String(amount) }
  return {
    id: newId(now.getTime()),
    orderId: null,
    lateOrderId: null,
    source,
    sourceId,
    ...counted,
    worth,
    cents: worth,
    payer,
    text,
    note,
    refundReference: null,
    happenedAt: noon > now ? now : noon,
    state: 'final',
    matchedBy: null,
    matchedAt: null,
    matchedById: null,
    searchText: paymentSearchText({ ...counted, payer, text, note }),
    createdAt: now,
  }
}
