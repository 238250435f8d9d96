import { Ban, ClockAlert, Undo2 } from 'lucide-react'
import type { OrderEventType } from '../../../shared/orders/schema.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { formatDateTime, formatTime } from '../../lib/format-date.ts'
import type { Icon } from '../../ui/icon.ts'
import type { TimelineStep } from '../../ui/timeline.tsx'

const titles: Record<OrderEventType, string> = {
  created: 'Placed',
  coupon: 'Coupon changed',
  paid: 'Marked as paid',
  verified: 'Payment verified',
  rejected: 'Payment rejected',
  completed: 'Order completed',
  redelivered: 'Delivery changed',
  refunded: 'Payment refunded',
  part_refunded: 'A part was sent back',
  payment: 'Transfer',
  proof: 'Picture of the transfer added',
  proof_requested: 'Picture of the transfer asked for',
  reference: 'Transfer reference changed',
  reopened: 'Order reopened',
  unverified: 'Verification taken back',
  cancelled: 'Order cancelled',
  expired: 'Order expired',
  claimed: 'Check started',
  released: 'Check released',
}
/** How an order ended without a failure, as its customer sees it (`timeline-steps.ts`). */
const endings: Partial<Record<OrderEventType, Icon>> = { refunded: Undo2, cancelled: Ban, expired: ClockAlert }

/** The events of an order as timeline steps, followed by what it is waiting for. */
export function historySteps(order: StaffOrder): TimelineStep[] {
  const past = order.history.map((event): TimelineStep => ({
    id: event._id,
    title: titles[event.what],
    state: event.what === 'rejected' ? 'failed' : endings[event.what] ? 'closed' : 'done',
    icon: endings[event.what],
    time: formatDateTime(event.at),
    by: event.name || 'the store',
    note: event.note || undefined,
  }))
  return [...past, ...nextStep(order)]
}

function nextStep(order: StaffOrder): TimelineStep[] {
  if (order.checking) {
    const { name, since } = order.checking
    return [
      {
        id: `check ${name}`,
        title: `Being ${order.paymentStatus === 'paid' ? 'checked' : 'prepared'} by ${name}`,
        state: 'current',
        time: `since ${formatTime(since)}`,
      },
    ]
  }
  if (order.paymentStatus === 'paid') return [{ id: 'check', title: 'To verify', state: 'current' }]
  if (order.paymentStatus === 'pending') {
    return [
      { id: 'pay', title: 'Waiting for payment', state: 'current', time: `until ${formatDateTime(order.expiresAt)}` },
    ]
  }
  if (order.orderStatus === 'processing') return [{ id: 'deliver', title: 'Waiting for delivery', state: 'current' }]
  return []
}
