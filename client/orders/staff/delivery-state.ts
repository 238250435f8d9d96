import type { Order } from '../../../shared/orders/schema.ts'
import { formatMoment } from '../../lib/format-date.ts'

type Delivery = Pick<Order, 'hasDelivery' | 'deliveryOpenedAt' | 'deliveryChangedAt' | 'deliveryReopenedAt'>

/** What became of a delivery: 'Opened today, 14:02, changed today, 14:10, not opened since'. */
export function deliveryState(order: Delivery, now: number): string {
  const {
    hasDelivery,
    deliveryOpenedAt: openedAt,
    deliveryChangedAt: changedAt,
    deliveryReopenedAt: reopenedAt,
  } = order
  if (!hasDelivery) return 'Completed without a delivery note'
  const at = (ms: number) => formatMoment(ms, now).replace(/^\p{Lu}(?=\p{Ll}+,)/u, (letter) => letter.toLowerCase())
  if (changedAt === null) return openedAt === null ? 'Not opened yet' : `Opened ${at(openedAt)}`
  if (openedAt === null || openedAt >= changedAt) {
    return openedAt === null
      ? `Changed ${at(changedAt)}, not opened yet`
      : `Changed ${at(changedAt)}, opened ${at(openedAt)}`
  }
  const since = reopenedAt === null ? 'not opened since' : `opened again ${at(reopenedAt)}`
  return `Opened ${at(openedAt)}, changed ${at(changedAt)}, ${since}`
}
