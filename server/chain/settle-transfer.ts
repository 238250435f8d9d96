import { and, eq } from 'drizzle-orm'
import { chainTransfers, payments } from '../../drizzle/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { chainNames } from '../../shared/payments/progress.ts'
import type { Network } from '../../shared/payments/schema.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import { creditOrder } from '../ledger/credit-order.ts'
import type { PaymentRow } from '../ledger/present.ts'
import { publishPayment } from '../ledger/present-for-staff.ts'
import { addToHistory, publishOrder } from '../orders/advance.ts'
import type { OrderRow } from '../orders/present.ts'
import { freePayment } from '../payments/detach.ts'
import { loadPayment } from '../payments/load-payment.ts'
import { describePayment, isClosed, notifyCustomer, notifyOfLate } from '../payments/notify-customer.ts'
import { verifyAutomatically } from './auto-verify.ts'
import { markPaid } from './record-transfer.ts'

/**
 * Counts a transfer that has enough confirmations, and verifies its order if the store may do that by itself.
 * @param isTrusted enough endpoints agree to act on it without staff
 */
export async function finalize(ctx: MutationContext, paymentId: string, network: Network, isTrusted: boolean) {
  const { payment, order, late } = await loadPayment(ctx, paymentId)
  if (payment.state !== 'confirming' && payment.state !== 'seen' && payment.state !== 'gone') return
  const final = await setState(ctx, payment, 'final')
  if (late && isClosed(late)) await notifyOfLate(ctx, late, final)
  if (late) await publishOrder(ctx, late, 'payment')
  if (!order) return void (await publishPayment(ctx, final))
  if (order.paymentStatus === 'refunded') return detachFromRefunded(ctx, order, final)
  const credited = await creditOrder(ctx, order)
  const isPaid = credited.paymentStatus === 'pending' && credited.received > 0
  const paid = isPaid ? await markPaid(ctx, credited, network) : credited
  if (!(await verifyAutomatically(ctx, paid, final, network, isTrusted))) {
    await notifyCustomer(ctx, order, paid)
    await publishOrder(ctx, paid, isPaid ? 'paid' : 'payment')
  }
  // Crediting the order decided what of it counts.
  const [counted] = await ctx.tx.select().from(payments).where(eq(payments.id, paymentId))
  await publishPayment(ctx, counted!)
}

/**
 * Verifies the order of a transfer that was held while automatic verification was paused, if everything still holds.
 * What staff have verified and taken back since is theirs to decide.
 */
export async function verifyHeld(ctx: MutationContext, paymentId: string, network: Network, isTrusted: boolean) {
  const { payment, order } = await loadPayment(ctx, paymentId)
  await ctx.tx.update(chainTransfers).set({ heldAt: null }).where(eq(chainTransfers.paymentId, paymentId))
  if (order && order.verifications === 0) await verifyAutomatically(ctx, order, payment, network, isTrusted)
}

/** What became final after its order was refunded can't be given back with it: it waits for staff without an order. */
async function detachFromRefunded(ctx: MutationContext, order: OrderRow, payment: PaymentRow) {
  const freed = await freePayment(ctx, payment)
  await addToHistory(ctx, order.id, 'payment', { role: 'store' }, `${describePayment(payment)} came after the refund`)
  await publishOrder(ctx, order, 'payment')
  await publishPayment(ctx, freed)
}

/** Marks a transfer that is no longer on its chain: it doesn't count any more. Its order keeps its state, which staff decide. */
export async function markGone(ctx: MutationContext, paymentId: string, network: Network) {
  const { payment, order, late } = await loadPayment(ctx, paymentId)
  if (payment.state === 'gone' || payment.state === 'dismissed') return
  const gone = await setState(ctx, payment, 'gone')
  if (order) await publishLoss(ctx, order, gone, network)
  if (late) await publishOrder(ctx, late, 'payment')
  await publishPayment(ctx, gone)
}

async function publishLoss(ctx: MutationContext, order: OrderRow, gone: PaymentRow, network: Network) {
  const credited = await creditOrder(ctx, order)
  const note = `${describePayment({ ...gone, payer: '' })} is no longer on ${chainNames[network]}`
  await addToHistory(ctx, order.id, 'payment', { role: 'store' }, note)
  await recordAction(ctx, {
    actorId: null,
    action: 'payment.gone',
    subject: 'payment',
    subjectId: gone.id,
    after: { order: `#${orderNumber(order.id)}`, received: credited.received },
  })
  await publishOrder(ctx, credited, 'payment')
}

/** It is on its chain again, perhaps in another block. */
export async function markSeenAgain(ctx: MutationContext, paymentId: string) {
  const { payment, order, late } = await loadPayment(ctx, paymentId)
  if (payment.state !== 'gone') return
  const seen = await setState(ctx, payment, 'confirming')
  const shown = order ?? late
  if (shown) await publishOrder(ctx, shown, 'payment')
  await publishPayment(ctx, seen)
}

/** Gives up a transfer that is gone, or never becomes final, unless staff still have to decide about its verified order. */
export async function giveUp(ctx: MutationContext, paymentId: string) {
  const { payment, order } = await loadPayment(ctx, paymentId)
  const isLost = payment.state === 'gone' && order?.paymentStatus === 'verified' && order.received < order.total
  if (!isLost) await stopWatching(ctx, paymentId)
}

/** Nothing about it can change any more. */
export const stopWatching = ({ tx, now }: MutationContext, paymentId: string) =>
  tx.update(chainTransfers).set({ settledAt: now }).where(eq(chainTransfers.paymentId, paymentId))

async function setState({ tx }: MutationContext, payment: PaymentRow, state: PaymentRow['state']) {
  const [row] = await tx
    .update(payments)
    .set({ state })
    .where(and(eq(payments.id, payment.id), eq(payments.state, payment.state)))
    .returning()
  return row!
}
