import { conflict } from '../../shared/api-error.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import { maxProofs, proofRequestPauseMs } from '../../shared/payments/proof-schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { notify } from '../notifications/notify.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { auditOrder } from './audit.ts'
import { assertNotOwnOrder } from './claim.ts'
import { emailCustomer } from './order-emails.ts'
import { readProofs } from './read-proofs.ts'

type Staff = { id: string; firstName: string }

/**
 * Asks the customer for a picture of the transfer.
 * @throws 404; 409 if the order isn't paid, has all its pictures, or was asked for within 10 minutes; 422 for one's own
 *   order
 */
export async function requestProof(ctx: MutationContext, staff: Staff, orderId: string): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId)
  assertNotOwnOrder(order, staff)
  const by = { ...staff, role: 'staff' } as const
  const updated = await advance(
    ctx,
    order,
    'requestProof',
    { event: 'proof_requested', by },
    { proofRequestedAt: ctx.now },
  )
  assertNotAskedRecently(ctx.now, order.proofRequestedAt)
  if ((await readProofs(ctx.tx, orderId)).length >= maxProofs) {
    throw conflict('too_many_proofs', `This order has ${maxProofs} pictures already.`)
  }
  await notify(ctx, order.userId, {
    type: 'info',
    message: `Please add a picture of your transfer to order #${orderNumber(order.id)}, so that we can find it`,
    link: `/orders/details/${order.id}`,
  })
  await auditOrder(ctx, staff, 'request-proof', order, updated)
  return emailCustomer(ctx, 'order_proof_requested', await publishOrder(ctx, updated, 'proof_requested'))
}

function assertNotAskedRecently(now: Date, askedAt: Date | null) {
  // Negative if a colleague asked while this request waited for the order.
  const agoMs = askedAt === null ? Infinity : Math.max(0, now.getTime() - askedAt.getTime())
  const waitMs = proofRequestPauseMs - agoMs
  if (waitMs <= 0) return
  const minutes = Math.ceil(waitMs / 60_000)
  throw conflict(
    'asked_recently',
    `The customer was asked already. You can ask again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}.`,
  )
}
