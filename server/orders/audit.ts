import { recordAction } from '../audit/record-action.ts'
import type { MutationContext } from '../events/mutation.ts'
import type { OrderRow } from './present.ts'

const stateOf = ({ paymentStatus, orderStatus }: OrderRow) => ({ paymentStatus, orderStatus })

/** Records a staff action on an order in the audit log: the states before and after, never the delivery note. */
export const auditOrder = (
  ctx: MutationContext,
  staff: { id: string },
  action: string,
  before: OrderRow,
  after: OrderRow,
  reason?: string,
) =>
  recordAction(ctx, {
    actorId: staff.id,
    action: `order.${action}`,
    subject: 'order',
    subjectId: before.id,
    before: stateOf(before),
    after: { ...stateOf(after), ...(reason !== undefined && { reason }) },
  })
