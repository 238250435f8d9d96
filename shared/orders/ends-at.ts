import type { Order, OrderLine } from './schema.ts'

/** The same time of day so many calendar months later, on the month's last day if that is earlier. In UTC. */
export function addMonths(ms: number, months: number): number {
  const date = new Date(ms)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  // A day that the month doesn't have is one of the next month.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date.getTime()
}

type Delivered = Pick<Order, 'paymentStatus' | 'orderStatus' | 'history'>

/** When a line of an order ends: its duration counts from delivery. null until it is delivered, and once it is refunded. */
export function endsAt({ paymentStatus, orderStatus, history }: Delivered, line: OrderLine): number | null {
  if (paymentStatus !== 'verified' || orderStatus !== 'completed') return null
  const delivered = history.findLast(({ what }) => what === 'completed')
  return delivered ? addMonths(delivered.at, line.duration) : null
}
