import type { Order } from '../../shared/orders/schema.ts'
import { Badge } from '../ui/badge.tsx'
import { orderState } from './order-state.ts'

/** Where an order stands, in a few words. The labels of both statuses are on the order's page. */
export function OrderStateBadge({ order }: { order: Order }) {
  const { text, tone, icon } = orderState(order)
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  )
}
