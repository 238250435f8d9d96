import type { Change, StaffOrder } from '../../shared/order-calls.ts'
import { dayAndTimeOf, timeOf } from '../orders/when.ts'
import type { TimelineStep } from '../ui/timeline.tsx'

const titles: Record<Change, string> = {
  created: 'Placed',
  coupon: 'Coupon changed',
  paid: 'Marked as paid',
  verified: 'Payment verified',
  rejected: 'Payment rejected',
  completed: 'Order completed',
  refunded: 'Payment refunded',
  cancelled: 'Order cancelled',
  expired: 'Order expired',
  claimed: 'Check begun',
  released: 'Check left',
}
const endings: readonly Change[] = ['rejected', 'refunded', 'cancelled', 'expired']

/** Everything that happened to an order, and who is at it now. */
export function historySteps(order: StaffOrder): TimelineStep[] {
  const past = order.history.map((event): TimelineStep => ({
    id: event._id,
    title: titles[event.what],
    state: endings.includes(event.what) ? 'failed' : 'done',
    time: dayAndTimeOf(event.at),
    by: event.name || 'the store',
    note: event.note || undefined,
  }))
  return [...past, ...whatWaits(order)]
}

function whatWaits(order: StaffOrder): TimelineStep[] {
  if (order.checking) {
    const { name, since } = order.checking
    return [
      { id: `check ${name}`, title: `Being checked by ${name}`, state: 'current', time: `since ${timeOf(since)}` },
    ]
  }
  if (order.paymentStatus === 'paid') return [{ id: 'check', title: 'Waiting to be checked', state: 'current' }]
  if (order.paymentStatus === 'pending') {
    return [
      { id: 'pay', title: 'Waiting for payment', state: 'current', time: `until ${dayAndTimeOf(order.expiresAt)}` },
    ]
  }
  if (order.orderStatus === 'processing') return [{ id: 'deliver', title: 'To be delivered', state: 'current' }]
  return []
}
