import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { oneOf } from '../../lib/use-query-filters.ts'
import type { Decision } from './decisions.ts'
import { moreFilterNames, parseMoreFilters } from './order-query.ts'
import type { StaffOrderFilter } from './state.ts'

/** What staff work through, longest waiting first. */
export type Queue = {
  kind: 'payments' | 'deliveries'
  filter: StaffOrderFilter
  /** Since when an order has been waiting in it. */
  since: (order: StaffOrder) => number | null
  /** The decisions that take an order out of the queue, by shortcut. */
  decisions: Readonly<Record<string, Decision>>
  title: string
  /** In place of the title on phones. */
  shortTitle?: string
  caption: string
  /** What is listed: 'Search payments to verify'. */
  plural: string
  /** One order of the queue: 'Choose a payment with …'. */
  noun: 'payment' | 'order'
  failed: string
  noMatches: { title: string; text: string }
}

/** The filters of a queue, as they are named in the address. */
export const queueFilterNames = ['proved', ...moreFilterNames, 'q'] as const
export type QueueQuery = { [N in (typeof queueFilterNames)[number]]?: string }

/** The orders of a queue that its filters and search find, read from the address. */
export const queueFilter = (queue: Queue, query: QueueQuery): StaffOrderFilter => ({
  ...queue.filter,
  ...parseMoreFilters(query),
  proved: queue.kind === 'payments' ? oneOf(['1'], query.proved) : undefined,
  q: query.q,
})

export const paymentQueue: Queue = {
  kind: 'payments',
  filter: { paymentStatus: 'paid' },
  since: ({ paidAt }) => paidAt,
  decisions: { v: 'verify', r: 'reject' },
  title: 'Payments to verify',
  shortTitle: 'Payments',
  caption: 'Payments to verify, longest wait first',
  plural: 'payments to verify',
  noun: 'payment',
  failed: 'Error loading payments',
  noMatches: { title: 'No payments match', text: 'Only payments waiting for verification are listed here.' },
}

export const deliveryQueue: Queue = {
  kind: 'deliveries',
  filter: { paymentStatus: 'verified', orderStatus: 'processing' },
  since: ({ verifiedAt }) => verifiedAt,
  decisions: { d: 'complete' },
  title: 'Orders to deliver',
  caption: 'Orders to deliver, longest wait first',
  plural: 'orders to deliver',
  noun: 'order',
  failed: 'Error loading orders',
  noMatches: { title: 'No orders match', text: 'Only verified orders waiting for delivery are listed here.' },
}
