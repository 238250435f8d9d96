import type * as z from 'zod/mini'
import { newId } from '../../drizzle/kit.ts'
import { payments } from '../../drizzle/schema.ts'
import { unprocessable } from '../../shared/api-error.ts'
import { formatMoney } from '../../shared/money.ts'
import { centsOf, decimalsOf, parseUnits, rateOf } from '../../shared/payments/amounts.ts'
import type { ManualPayment } from '../../shared/payments/staff-routes.ts'
import type { StaffPayment } from '../../shared/payments/staff-schema.ts'
import { recordAction } from '../audit/record-action.ts'
import { clockToleranceMs } from '../ledger/clock-tolerance.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { publishPayment } from '../ledger/present-for-staff.ts'
import { paymentSearchText } from '../ledger/search-text.ts'
import { loadOrder } from '../orders/advance.ts'
import { assertNotOwnOrder } from '../orders/claim.ts'
import { assertNotOthersAmount } from './assert-not-others-amount.ts'
import { assignTo } from './assign.ts'

/** The largest amount that a payment is worth. */
const maxCents = 100_000_000_00
/** A year that was mistyped is noticed. */
const maxAgeMs = 366 * 86_400_000

/**
 * Records a transfer that staff have seen arrive, for an order or for none.
 * @throws 404 for an unknown order; 409 for exactly what another order was asked for; 422 for one's own order, an amount of nothing, one whose worth isn't known, or a time in the future or more than a year ago
 */
export async function recordPayment(
  ctx: MutationContext,
  staff: { id: string; firstName: string },
  input: z.output<typeof ManualPayment>,
): Promise<StaffPayment> {
  const order = input.order === undefined ? null : await loadOrder(ctx, input.order)
  if (order) assertNotOwnOrder(order, staff)
  const row = toRow(ctx, input)
  if (order) await assertNotOthersAmount(ctx, order, row)
  await ctx.tx.insert(payments).values(row)
  const details = { amount: `${input.amount} ${input.currency}`, payer: row.payer }
  const action = 'payment.record'
  if (order) return assignTo(ctx, staff, order, row, { matchedBy: 'staff', action, details })
  const after = { ...details, counted: row.worth }
  await recordAction(ctx, { actorId: staff.id, action, subject: 'payment', subjectId: row.id, after })
  return publishPayment(ctx, row)
}

function toRow({ now }: MutationContext, input: z.output<typeof ManualPayment>): PaymentRow {
  const { currency, payer = '', text = '', note = '', at } = input
  const decimals = decimalsOf(currency)
  const units = parseUnits(input.amount, decimals)
  if (units === null) {
    throw unprocessable('amount_precision', `${currency} has at most ${decimals} decimals.`)
  }
  if (units === 0n) throw unprocessable('amount_missing', 'The amount must be more than 0.')
  if (at !== undefined && at > now.getTime() + clockToleranceMs) {
    throw unprocessable('time_in_future', 'A transfer can’t arrive in the future.')
  }
  if (at !== undefined && at < now.getTime() - maxAgeMs) {
    throw unprocessable('time_too_old', 'A transfer can have arrived at most a year ago.')
  }
  const worth = worthOf(units, decimals, input)
  const amount = { currency, decimals, amount: String(units) }
  const id = newId(now.getTime())
  return {
    id,
    orderId: null,
    lateOrderId: null,
    source: 'manual',
    sourceId: id,
    ...amount,
    worth,
    cents: worth,
    payer,
    text,
    note,
    refundReference: null,
    happenedAt: at === undefined ? now : new Date(at),
    state: 'final',
    matchedBy: null,
    matchedAt: null,
    matchedById: null,
    searchText: paymentSearchText({ ...amount, payer, text, note }),
    createdAt: now,
  }
}

/** @throws 422 */
function worthOf(units: bigint, decimals: number, { currency, counted }: z.output<typeof ManualPayment>): number {
  const rate = rateOf(currency)
  if (rate === null && counted === undefined) {
    throw unprocessable('worth_missing', `Please say what the ${currency} is worth in dollars.`)
  }
  const cents = rate === null ? counted! : centsOf(units, decimals, rate)
  if (cents > maxCents) throw unprocessable('amount_too_large', `A payment is worth at most ${formatMoney(maxCents)}.`)
  return cents
}
