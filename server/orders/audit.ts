import { recordAction } from '../activity/audit.ts'
import type { Change } from '../stream/change.ts'
import type { OrderRow } from './present.ts'

const stateOf = ({ paymentStatus, orderStatus }: OrderRow) => ({ paymentStatus, orderStatus })

/** Notes a staff action on an order; never what was delivered. */
export const orderAudit = (
  making: Change,
  staff: { id: string },
  action: string,
  before: OrderRow,
  after: OrderRow,
  reason?: string,
) =>
  recordAction(making, {
    actorId: staff.id,
    action: `order.${action}`,
    subject: 'order',
    subjectId: before.id,
    before: stateOf(before),
    after: { ...stateOf(after), ...(reason !== undefined && { reason }) },
  })
