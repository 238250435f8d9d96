import { unprocessable } from '../../shared/api-error.ts'
import { formatMoney } from '../../shared/money.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { move, orderNumber } from '../../shared/orders/rules.ts'
import { claimTransaction } from '../ledger/claim-transaction.ts'
import { readExtraCents } from '../ledger/extra-cents.ts'
import { readPayments, type PaymentRow } from '../ledger/present.ts'
import { notify } from '../notifications/notify.ts'
import { earnPoints } from '../points/earn.ts'
import { rewardReferrer } from '../referrals/reward.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotClaimedByColleague, assertNotOwnOrder, withoutClaim } from './claim.ts'
import { emailCustomer } from './order-emails.ts'
import type { OrderRow } from './present.ts'
import { publishSameReference } from './same-reference.ts'
import { transactionHash } from './transaction-hash.ts'

/** Staff accept less than the total, and say why. */
export type Acceptance = { acceptShort?: boolean | undefined; reason?: string | undefined }

/**
 * Verifies a payment: the order goes into processing, its customer earns points, and their referrer is rewarded.
 * @throws 404; 409 if the order isn't paid, a colleague holds the claim, or another order was verified with the same
 *   transaction; 422 for one's own order, and `short` if less than the total has arrived and that isn't accepted
 */
export async function verify(
  ctx: MutationContext,
  staff: { id: string; firstName: string },
  orderId: string,
  acceptance: Acceptance = {},
): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  await assertNotClaimedByColleague(ctx, order, staff)
  move(order, 'verify')
  const arrived = (await readPayments(ctx.tx, order.id)).filter(hasArrived)
  const note = acceptedShort(ctx, order, arrived, acceptance)
  const hash = transactionHash(order)
  const paid = hash ? await claimTransaction(ctx, staff, order, hash, arrived) : order
  return finishVerification(ctx, paid, staff, note)
}

/**
 * The store verifies an order whose payment is proved; the caller has checked that it may.
 * @param proof what the audit log shows
 */
export async function verifyByStore(
  ctx: MutationContext,
  orderId: string,
  note: string,
  proof: Record<string, unknown>,
): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  move(order, 'verify')
  return finishVerification(ctx, order, null, note, proof)
}

async function finishVerification(
  ctx: MutationContext,
  order: OrderRow,
  staff: { id: string; firstName: string } | null,
  note: string,
  proof: Record<string, unknown> = {},
): Promise<StaffOrder> {
  const by = staff ? ({ ...staff, role: 'staff' } as const) : ({ role: 'store' } as const)
  const verified = await advance(
    ctx,
    order,
    'verify',
    { event: 'verified', by, note },
    { ...withoutClaim, verifiedAt: ctx.now, verifications: order.verifications + 1 },
  )
  await notify(ctx, order.userId, {
    type: 'success',
    message: `Your payment for order #${orderNumber(order.id)} was verified`,
    link: `/orders/details/${order.id}`,
  })
  await earnPoints(ctx, verified, await readExtraCents(ctx.tx, verified))
  await rewardReferrer(ctx, verified)
  await auditOrder(ctx, staff, 'verify', order, verified, note === '' ? undefined : note, proof)
  const published = await publishOrder(ctx, verified, 'verified')
  await publishSameReference(ctx, verified)
  return emailCustomer(ctx, 'order_verified', published)
}

const hasArrived = ({ state }: PaymentRow) => state !== 'gone' && state !== 'dismissed'

/**
 * An order whose payments are known has to be paid in full, unless staff accept less. Without any known payment they
 * have looked themselves.
 * @returns the history's note on what was accepted, empty if nothing is missing
 * @throws 422 `short`
 */
function acceptedShort(
  { env }: MutationContext,
  order: OrderRow,
  arrived: PaymentRow[],
  { acceptShort, reason }: Acceptance,
): string {
  if (arrived.length === 0 || order.received >= order.total) return ''
  const missing = formatMoney(order.total - order.received)
  const isOnChain = arrived.every(({ source, state }) => source === 'chain' && state === 'final')
  if (isOnChain && order.total - order.received <= (env.chain?.toleranceCents ?? 0)) {
    return `${missing} less, within the tolerance`
  }
  if (!acceptShort || reason === undefined) {
    throw unprocessable(
      'short',
      `${missing} of ${formatMoney(order.total)} is missing. Accept it with a reason, or wait for the rest.`,
    )
  }
  return `${missing} less accepted: ${reason}`
}
