import { unprocessable } from '../../shared/api-error.ts'
import { referenceKey } from '../../shared/orders/reference.ts'
import { move } from '../../shared/orders/rules.ts'
import type { StaffOrder } from '../../shared/orders/staff-schema.ts'
import type { MutationContext } from '../events/mutation.ts'
import { advance, loadOrder, publishOrder } from './advance.ts'
import { explainUsedTransaction } from './explain-used-transaction.ts'
import { presentForStaff } from './present.ts'
import { countEvents } from './proofs.ts'
import { flagSameReference, lockReferences, publishSameReference, unflagSameReference } from './same-reference.ts'

type Customer = { id: string; firstName: string }

/** How often the reference of one order can be changed. */
const maxChanges = 10

/**
 * Adds a forgotten transfer reference to one's own order while it waits, or corrects a wrong one. Orders with the same
 * one are flagged, and those that shared the previous one no longer are.
 * @throws 404; 409 unless the order waits; 422 after 10 changes
 */
export async function changeReference(
  ctx: MutationContext,
  customer: Customer,
  orderId: string,
  reference: string,
): Promise<StaffOrder> {
  const order = await loadOrder(ctx, orderId, customer.id)
  move(order, 'changeReference')
  if (order.reference === reference) return presentForStaff(ctx.tx, order)
  if ((await countEvents(ctx.tx, orderId, 'reference')) >= maxChanges) {
    throw unprocessable(
      'too_many_changes',
      'You have changed the reference of this order too often. Ask support for help.',
    )
  }
  const key = referenceKey(reference)
  const previousKey = order.referenceKey
  await lockReferences(ctx, previousKey === null ? [key] : [key, previousKey])
  const referenceReused = await flagSameReference(ctx, orderId, key)
  const changed = await advance(
    ctx,
    order,
    'changeReference',
    { event: 'reference', by: { ...customer, role: 'customer' }, note: reference },
    { reference, referenceKey: key, referenceReused },
  )
  await explainUsedTransaction(ctx, changed)
  if (previousKey !== null && previousKey !== key) await unflagSameReference(ctx, order, previousKey)
  const published = await publishOrder(ctx, changed, 'reference')
  await publishSameReference(ctx, changed)
  return published
}
