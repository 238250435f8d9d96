import { Ban, Check, Clock, PackageCheck, Settings2, Undo2, X } from 'lucide-react'
import { orderLabels, type OrderStatus, type PaymentStatus } from '../../shared/orders/schema.ts'
import { paymentLabelOf } from '../../shared/payments/status-label.ts'
import { Badge } from '../ui/badge.tsx'
import type { Icon, Tone } from '../ui/icon.ts'

type Look = { tone: Tone; icon: Icon }

const paymentLooks: Record<PaymentStatus, Look> = {
  pending: { tone: 'waiting', icon: Clock },
  paid: { tone: 'waiting', icon: Clock },
  verified: { tone: 'good', icon: Check },
  failed: { tone: 'bad', icon: X },
  cancelled: { tone: 'slate', icon: Ban },
  refunded: { tone: 'slate', icon: Undo2 },
}
const orderLooks: Record<OrderStatus, Look> = {
  pending: { tone: 'slate', icon: Clock },
  processing: { tone: 'waiting', icon: Settings2 },
  completed: { tone: 'good', icon: PackageCheck },
  failed: { tone: 'slate', icon: Ban },
}

export function PaymentBadge({ order }: { order: Parameters<typeof paymentLabelOf>[0] }) {
  const look = paymentLooks[order.paymentStatus] ?? { tone: 'slate', icon: Clock }
  return <Badge {...look}>{paymentLabelOf(order) ?? 'Unknown'}</Badge>
}

export function OrderBadge({ status }: { status: OrderStatus }) {
  const look = orderLooks[status] ?? { tone: 'slate', icon: Clock }
  return <Badge {...look}>{orderLabels[status] ?? 'Unknown'}</Badge>
}
