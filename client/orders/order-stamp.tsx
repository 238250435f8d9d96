import type { Order, OrderEventType } from '../../shared/orders/schema.ts'
import { formatTimeOrDate } from '../lib/format-date.ts'
import { useNow } from '../lib/use-now.ts'
import type { Tone } from '../ui/icon.ts'
import { Stamp } from '../ui/stamp.tsx'

const stamps: Partial<Record<Order['paymentStatus'], { event: OrderEventType; word: string; tone: Tone }>> = {
  verified: { event: 'verified', word: 'Verified', tone: 'good' },
  failed: { event: 'rejected', word: 'Rejected', tone: 'bad' },
  refunded: { event: 'refunded', word: 'Refunded', tone: 'slate' },
}

/** The stamp of a decided payment: what was decided, when, and by whom. */
export function OrderStamp({ order, pressed }: { order: Order; pressed?: boolean }) {
  const now = useNow(60_000)
  const stamp = stamps[order.paymentStatus]
  const event = stamp && order.history.findLast(({ what }) => what === stamp.event)
  if (!event) return null
  return (
    <Stamp
      tone={stamp.tone}
      word={stamp.word}
      facts={[formatTimeOrDate(event.at, now), event.name].filter(Boolean).join(' · ')}
      pressed={pressed}
    />
  )
}
