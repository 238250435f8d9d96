import { Eye } from 'lucide-react'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { canMove } from '../../shared/orders.ts'
import { dayAndTimeOf, timeOf } from '../orders/when.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import type { Decision } from './decisions.ts'
import { useStanding } from './use-claim.ts'

export interface OrderActionsProps {
  order: StaffOrder
  onDecide: (decision: Decision) => void
  /** Takes the payment, or leaves it to others. */
  onClaim: () => void
}

/** What can be done with an order as it is now, and by whom. */
export function OrderActions({ order, onDecide, onClaim }: OrderActionsProps) {
  const standing = useStanding(order)
  if (order.paymentStatus === 'pending') {
    return <Note tone="waiting">{`Waiting for the customer's payment, until ${dayAndTimeOf(order.expiresAt)}.`}</Note>
  }
  if (standing === 'own') return <Note tone="waiting">A colleague has to check your own order.</Note>
  if (standing === 'taken' && order.checking) {
    const { name, since } = order.checking
    return (
      <Note tone="waiting" icon={Eye} title={`${name} is checking this payment`}>
        Since {timeOf(since)}. You can decide when it is released.
      </Note>
    )
  }
  if (standing !== 'over') return <Waiting mine={standing === 'mine'} onDecide={onDecide} onClaim={onClaim} />
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

function Waiting({ mine, onDecide, onClaim }: { mine: boolean } & Omit<OrderActionsProps, 'order'>) {
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
          {mine ? 'You are checking this payment' : 'Nobody is checking this payment'}
        </span>
        <Button size="small" variant="plain" onClick={onClaim}>
          {mine ? 'Release' : 'Claim'}
        </Button>
      </div>
    </div>
  )
}
