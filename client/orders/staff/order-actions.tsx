import { Eye } from 'lucide-react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { canMove } from '../../../shared/orders/rules.ts'
import { formatDateTime, formatTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import type { Decision } from './decisions.ts'
import { useClaimStatus } from './use-claim.ts'

export interface OrderActionsProps {
  order: StaffOrder
  onDecide: (decision: Decision) => void
  /** Claims the payment or releases the claim. */
  onToggleClaim: () => void
}

/** The decisions that are possible for an order, or why there are none. */
export function OrderActions({ order, onDecide, onToggleClaim }: OrderActionsProps) {
  const status = useClaimStatus(order)
  if (order.paymentStatus === 'pending') {
    return <Note tone="waiting">{`Waiting for the customer to pay until ${formatDateTime(order.expiresAt)}.`}</Note>
  }
  if (status === 'own-order') return <Note tone="waiting">A colleague has to verify your own order.</Note>
  if (status === 'taken' && order.checking) {
    const { name, since } = order.checking
    return (
      <Note tone="waiting" icon={Eye} title={`${name} is checking this payment`}>
        Since {formatTime(since)}. You can decide once the claim is released.
      </Note>
    )
  }
  if (status !== 'closed') {
    return <VerifyActions mine={status === 'mine'} onDecide={onDecide} onToggleClaim={onToggleClaim} />
  }
  if (!canMove(order, 'refund')) {
    return <Note>{`This order is ${order.paymentStatus}. No further actions are possible.`}</Note>
  }
  return (
    <div className="grid gap-2">
      {canMove(order, 'complete') && (
        <Button variant="primary" size="large" wide onClick={() => onDecide('complete')}>
          Complete order
        </Button>
      )}
      <Button size="large" wide onClick={() => onDecide('refund')}>
        Refund payment
      </Button>
    </div>
  )
}

type VerifyActionsProps = Omit<OrderActionsProps, 'order'> & { mine: boolean }

function VerifyActions({ mine, onDecide, onToggleClaim }: VerifyActionsProps) {
  return (
    <div className="grid gap-2">
      <Button variant="primary" size="large" wide onClick={() => onDecide('verify')}>
        Verify payment
      </Button>
      <Button size="large" wide onClick={() => onDecide('reject')}>
        Reject payment
      </Button>
      <div className="mt-1 flex min-h-8 items-center justify-between gap-3 text-sm">
        <span className="flex items-center gap-1.5 text-muted">
          <Eye size={15} />
          {mine ? 'You are checking this payment' : 'No one is checking this payment'}
        </span>
        <Button size="small" variant="plain" onClick={onToggleClaim}>
          {mine ? 'Release' : 'Claim'}
        </Button>
      </div>
    </div>
  )
}
