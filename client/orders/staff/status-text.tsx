import type { Order, OrderStatus, PaymentStatus } from '../../../shared/orders/schema.ts'
import { DotWord } from '../../staff/dot-word.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/icon.ts'

type Look = readonly [tone: Tone, word: string]

const paymentLooks: Record<PaymentStatus, Look> = {
  pending: ['slate', 'Pending'],
  paid: ['waiting', 'To verify'],
  verified: ['good', 'Verified'],
  failed: ['bad', 'Failed'],
  cancelled: ['slate', 'Cancelled'],
  refunded: ['slate', 'Refunded'],
}
const orderLooks: Record<OrderStatus, Look> = {
  pending: ['slate', 'Pending'],
  processing: ['waiting', 'To deliver'],
  completed: ['good', 'Completed'],
  failed: ['slate', 'Failed'],
}

/** A payment's status in a table; a pill if staff have to verify it. */
export const PaymentStatusText = ({ status }: { status: PaymentStatus }) => (
  <StatusText look={paymentLooks[status]} isWaiting={status === 'paid'} />
)

/** An order's status in a table; a pill if staff have to deliver it. */
export const OrderStatusText = ({ status }: { status: OrderStatus }) => (
  <StatusText look={orderLooks[status]} isWaiting={status === 'processing'} />
)

/** The one status of an order that matters: its payment's until it is verified, then its own. */
export const OrderStateText = ({ order }: { order: Pick<Order, 'paymentStatus' | 'orderStatus'> }) =>
  order.paymentStatus === 'verified' ? (
    <OrderStatusText status={order.orderStatus} />
  ) : (
    <PaymentStatusText status={order.paymentStatus} />
  )

function StatusText({ look: [tone, word], isWaiting }: { look: Look; isWaiting: boolean }) {
  if (!isWaiting) return <DotWord tone={tone}>{word}</DotWord>
  return (
    <Badge tone={tone} className="whitespace-nowrap">
      {word}
    </Badge>
  )
}
