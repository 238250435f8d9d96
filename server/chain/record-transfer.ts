import { and, eq } from 'drizzle-orm'
import { newId } from '../../drizzle/kit.ts'
import { chainTransfers, orders, payments } from '../../drizzle/schema.ts'
import { formatPaymentReference } from '../../shared/orders/payment-reference.ts'
import { centsOf } from '../../shared/payments/amounts.ts'
import { chainNames } from '../../shared/payments/progress.ts'
import type { PaymentMatch } from '../../shared/payments/ledger-schema.ts'
import type { Network } from '../../shared/payments/schema.ts'
import { notationOf } from '../config/network-notation.ts'
import { lockName } from '../db/lock-name.ts'
import type { MutationContext } from '../events/mutation.ts'
import { creditOrder } from '../ledger/credit-order.ts'
import { type PaymentRow, readRequest, type RequestRow } from '../ledger/present.ts'
import { publishPayment } from '../ledger/present-for-staff.ts'
import { paymentSearchText } from '../ledger/search-text.ts'
import { addToHistory, advance, loadOrder, publishOrder } from '../orders/advance.ts'
import { auditOrder } from '../orders/audit.ts'
import type { OrderRow } from '../orders/present.ts'
import { lockPayment } from '../payments/load-payment.ts'
import { describePayment, notifyCustomer } from '../payments/notify-customer.ts'
import type { Transfer } from './facts.ts'
import { findRequestByAmount, readRecorded, tokenOf } from './find-order.ts'
import type { Verdict } from './judge.ts'
import { judgeForOrder, type Sighting } from './judge-for-order.ts'

/** Transfers without a request that are worth less are counted, not stored: anybody can send thousands. */
export const minStoredCents = 50

/**
 * Records a transfer that enough endpoints have in a block, for the order whose own amount it is, or else for none. It
 * isn't counted before it is final; its order no longer expires.
 * @param hint what is noted if it belongs to no order
 * @returns null if the ledger has it already, or it is too small to be kept
 */
export async function recordTransfer(
  ctx: MutationContext,
  sighting: Sighting,
  transfer: Transfer,
  hint: string | null = null,
): Promise<PaymentRow | null> {
  const { tx } = ctx
  const request = await findRequestByAmount(tx, sighting.network, sighting.address, transfer)
  const order = request && (await loadOrder(ctx, request.orderId))
  await lockName(tx, `transaction ${sighting.hash}`)
  const recorded = await readRecorded(tx, sighting.hash)
  if (recorded.some((row) => isSame(row.transfer, sighting, transfer))) return null
  if (await linkToPaymentByHand(ctx, sighting, transfer, order)) return null
  const row = toRow(ctx, sighting, transfer)
  if (!request && row.worth < minStoredCents) return null
  await tx.insert(payments).values(row)
  await tx.insert(chainTransfers).values({ ...placeOf(sighting, transfer), paymentId: row.id, createdAt: ctx.now })
  const verdict = order && request ? (await judgeForOrder(ctx, order, request, sighting, [transfer])).verdict : null
  if (order && request && pays(verdict)) return attach(ctx, order, request, row, sighting, 'amount', verdict)
  if (order && verdict === 'late') await showLate(ctx, order, row, sighting)
  return leaveWithoutOrder(ctx, row, order ? reasonOf(order, verdict!) : hint)
}

/** Tells the customer of a closed order that its money was found: staff decide what becomes of it. */
async function showLate(ctx: MutationContext, order: OrderRow, payment: PaymentRow, { network }: Sighting) {
  await ctx.tx.update(payments).set({ lateOrderId: order.id }).where(eq(payments.id, payment.id))
  const note = `${describePayment({ ...payment, payer: '' })} seen on ${chainNames[network]} after the order was closed`
  await addToHistory(ctx, order.id, 'payment', { role: 'store' }, note)
  await publishOrder(ctx, order, 'payment')
}

/**
 * Assigns a transfer without an order to the order whose customer named its transaction.
 * @returns the verdict if the transfer doesn't pay the order, otherwise null
 */
export async function attachByHash(
  ctx: MutationContext,
  sighting: Sighting,
  orderId: string,
  requestId: string,
): Promise<Verdict | null> {
  const order = await loadOrder(ctx, orderId)
  const request = await readRequest(ctx.tx, requestId)
  await lockName(ctx.tx, `transaction ${sighting.hash}`)
  const recorded = await readRecorded(ctx.tx, sighting.hash)
  if (!request || order.paymentStatus !== 'paid') return null
  if (recorded.some(({ payment }) => payment.orderId === order.id)) return null
  const judgement = await judgeForOrder(ctx, order, request, sighting, sighting.agreed.transfers)
  const row = recorded.find(({ transfer }) => judgement.transfer && isSame(transfer, sighting, judgement.transfer))
  if (judgement.verdict === 'wrong_token') await noteWrongToken(ctx, order, recorded)
  if (!pays(judgement.verdict)) return judgement.verdict
  const payment = row ? await lockPayment(ctx, row.payment.id) : await insertSmall(ctx, sighting, judgement.transfer!)
  await attach(ctx, order, request, payment, sighting, 'hash', judgement.verdict)
  return null
}

/** Notes once for which order another token was sent, so that staff find it. */
async function noteWrongToken(ctx: MutationContext, order: OrderRow, recorded: { payment: PaymentRow }[]) {
  const note = `Payment code ${formatPaymentReference(order.paymentReference ?? '')}: sent in a different token from the one asked for`
  for (const { payment } of recorded) {
    if (payment.orderId === null && payment.note === '') await leaveWithoutOrder(ctx, payment, note)
  }
}

/** Stores a transfer that was too small to be stored without an order. */
async function insertSmall(ctx: MutationContext, sighting: Sighting, transfer: Transfer): Promise<PaymentRow> {
  const row = toRow(ctx, sighting, transfer)
  await ctx.tx.insert(payments).values(row)
  await ctx.tx.insert(chainTransfers).values({ ...placeOf(sighting, transfer), paymentId: row.id, createdAt: ctx.now })
  return row
}

type Paying = 'exact' | 'short' | 'over'
const pays = (verdict: Verdict | null): verdict is Paying =>
  verdict === 'exact' || verdict === 'short' || verdict === 'over'

async function attach(
  ctx: MutationContext,
  order: OrderRow,
  request: RequestRow,
  payment: PaymentRow,
  { network }: Sighting,
  matchedBy: PaymentMatch,
  verdict: Paying,
): Promise<PaymentRow> {
  const { tx, now } = ctx
  const match = { orderId: order.id, matchedBy, matchedAt: now, matchedById: null }
  const [attached] = await tx.update(payments).set(match).where(eq(payments.id, payment.id)).returning()
  // The order's request becomes the one that was paid, unless that was for the rest.
  const requestId = request.id === order.restRequestId ? order.requestId : request.id
  const [chosen] = await tx
    .update(orders)
    .set({ requestId, paymentMethod: request.method })
    .where(eq(orders.id, order.id))
    .returning()
  const note = `${describePayment({ ...attached!, payer: '' })} seen on ${chainNames[network]}`
  await addToHistory(ctx, order.id, 'payment', { role: 'store' }, note)
  // It was final before it had an order: nothing else counts it.
  const credited = payment.state === 'final' ? await creditOrder(ctx, chosen!) : chosen!
  const isPaid = credited.paymentStatus === 'pending' && verdict !== 'short'
  const paid = isPaid ? await markPaid(ctx, credited, network) : credited
  await notifyCustomer(ctx, order, paid)
  await publishOrder(ctx, paid, isPaid ? 'paid' : 'payment')
  if (isPaid) await auditOrder(ctx, null, 'mark-paid', order, paid, undefined, { payment: payment.id })
  return publishAndReturn(ctx, await lockPayment(ctx, payment.id))
}

/** The store marks an order as paid whose transfer is in a block. */
export const markPaid = (ctx: MutationContext, order: OrderRow, network: Network): Promise<OrderRow> =>
  advance(
    ctx,
    order,
    'markPaid',
    { event: 'paid', by: { role: 'store' }, note: `Found on ${chainNames[network]}` },
    { paidAt: ctx.now },
  )

async function leaveWithoutOrder(ctx: MutationContext, row: PaymentRow, note: string | null): Promise<PaymentRow> {
  if (note === null) return publishAndReturn(ctx, row)
  const searchText = paymentSearchText({ ...row, note })
  const [noted] = await ctx.tx.update(payments).set({ note, searchText }).where(eq(payments.id, row.id)).returning()
  return publishAndReturn(ctx, noted!)
}

async function publishAndReturn(ctx: MutationContext, row: PaymentRow) {
  await publishPayment(ctx, row)
  return row
}

/** The reference in it makes the order a proposal. */
const reasonOf = (order: OrderRow, verdict: Verdict) => {
  const reference = formatPaymentReference(order.paymentReference ?? '')
  if (verdict === 'late') return `The amount of order ${reference}, which was closed before`
  if (verdict === 'older_than_order') return `The amount of order ${reference}, which was placed later`
  return `The amount of order ${reference}, which was paid before`
}

const isSame = (
  recorded: typeof chainTransfers.$inferSelect,
  { network }: Sighting,
  { ordinal }: Pick<Transfer, 'ordinal'>,
) => recorded.network === network && recorded.ordinal === ordinal

const placeOf = ({ network, hash, agreed }: Sighting, { ordinal }: Transfer) => ({
  network,
  hash,
  ordinal,
  block: agreed.block,
})

/**
 * Links a transfer of a transaction that staff have counted by hand to that payment, so that it isn't counted again.
 * @param order the order whose own amount it is; only that order's payment is it
 * @returns false if there is no such payment, or another transfer of the transaction is linked to it
 */
async function linkToPaymentByHand(
  { tx, now }: MutationContext,
  sighting: Sighting,
  transfer: Transfer,
  order: OrderRow | null,
): Promise<boolean> {
  const [byHand] = await tx
    .select({ id: payments.id, orderId: payments.orderId })
    .from(payments)
    .where(and(eq(payments.source, 'chain'), eq(payments.sourceId, sighting.hash)))
  if (!byHand || (order && order.id !== byHand.orderId)) return false
  const link = { ...placeOf(sighting, transfer), paymentId: byHand.id, settledAt: now, createdAt: now }
  const linked = await tx.insert(chainTransfers).values(link).onConflictDoNothing().returning()
  return linked.length > 0
}

function toRow({ now }: MutationContext, { network, hash, agreed }: Sighting, transfer: Transfer): PaymentRow {
  const { token, decimals } = tokenOf(network, transfer.token)!
  const amount = { currency: token, decimals, amount: String(transfer.value) }
  const worth = centsOf(transfer.value, decimals, 1)
  const { formatAddress, formatHash } = notationOf(network)
  const [payer, text] = [formatAddress(transfer.from), formatHash(hash)]
  return {
    id: newId(now.getTime()),
    orderId: null,
    lateOrderId: null,
    source: 'chain',
    sourceId: `${network}:${text}:${transfer.ordinal}`,
    ...amount,
    worth,
    cents: worth,
    payer,
    text,
    note: '',
    refundReference: null,
    happenedAt: new Date(agreed.timeMs),
    state: 'confirming',
    matchedBy: null,
    matchedAt: null,
    matchedById: null,
    searchText: paymentSearchText({ ...amount, payer, text, note: '' }),
    createdAt: now,
  }
}
