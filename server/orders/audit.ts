import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { OrderRow } from './present.ts'

const stateOf = ({ paymentStatus, orderStatus }: OrderRow) => ({ paymentStatus, orderStatus })

/**
 * Records an action on an order in the audit log: the states before and after, never the delivery note.
 * @param staff null for what the store did by itself
 */
export const auditOrder = (
  ctx: MutationContext,
  staff: { id: string } | null,
  action: string,
  before: OrderRow,
  after: OrderRow,
  reason?: string,
  more: Record<string, unknown> = {},
) =>
  recordAction(ctx, {
    actorId: staff?.id ?? null,
    action: `order.${action}`,
    subject: 'order',
    subjectId: before.id,
    before: stateOf(before),
    after: { ...stateOf(after), ...(reason !== undefined && { reason }), ...more },
  })
