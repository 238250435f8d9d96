import { ReceiptText } from 'lucide-react'
import type { Order } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { OrderBadge, PaymentBadge } from '../orders/status-badge.tsx'
import { useMoney } from '../use-money.ts'
import { CardLink, IconTile } from './chat-card.tsx'

type OrderSummary = Pick<Order, 'total' | 'paymentStatus' | 'orderStatus' | 'received' | 'payments'>

export interface OrderSummaryCardProps {
  id: string
  href: string
  /** undefined while it is loading, and if that failed. */
  order: OrderSummary | undefined
  failed: boolean
}

/** An order attached to a message; without its total and status while it is loading. */
export function OrderSummaryCard({ id, href, order, failed }: OrderSummaryCardProps) {
  const money = useMoney()
  return (
    <CardLink
      href={href}
      label={`Order #${orderNumber(id)}`}
      // On a phone the status has its place.
      picture={<IconTile icon={ReceiptText} className="max-sm:hidden" />}
    >
      <span className="tabular text-sm text-muted">
        {order ? money(order.total) : failed ? 'Error loading order' : ' '}
      </span>
      {order && (
        <span className="mt-1 flex flex-wrap gap-1">
          <PaymentBadge order={order} />
          {order.paymentStatus === 'verified' && <OrderBadge status={order.orderStatus} />}
        </span>
      )}
    </CardLink>
  )
}
