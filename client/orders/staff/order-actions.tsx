import { Eye } from 'lucide-react'
import { useRef } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { canMove, describeNextActions } from '../../../shared/orders/rules.ts'
import { formatDateTime, formatTime } from '../../lib/format-date.ts'
import { useOfflineSince } from '../../staff/use-offline-since.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { isShort } from '../received.ts'
import type { Decision } from './decisions.ts'
import { describeClaim } from './describe-change.ts'
import { useNothingReceived } from './known-transfer.tsx'
import { useClaimStatus } from './use-claim.ts'

export interface OrderActionsProps {
  order: StaffOrder
  onDecide: (decision: Decision) => void
  /** Claims the order or releases the claim. */
  onToggleClaim: () => void
}

/** The decisions that are possible for an order, or why there are none. */
export function OrderActions(props: OrderActionsProps) {
  const part = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(() => part.current?.focus())
  return (
    <div ref={part} tabIndex={-1} role="group" aria-label="Decisions" className="outline-none" {...keptFocus}>
      <Actions {...props} />
    </div>
  )
}

function Actions({ order, onDecide, onToggleClaim }: OrderActionsProps) {
  const status = useClaimStatus(order)
  const isOffline = useOfflineSince() !== null
  // A colleague may have decided meanwhile.
  const isDoubtful = useNothingReceived(order)?.isUnusual || isShort(order) || isOffline
  if (order.paymentStatus === 'pending') {
    return <Note tone="waiting">{`Waiting for the customer to pay until ${formatDateTime(order.expiresAt)}.`}</Note>
  }
  if (status === 'own-order') return <Note tone="waiting">A colleague has to verify your own order.</Note>
  if (status === 'taken' && order.checking) {
    const { since } = order.checking
    return (
      <Note tone="waiting" icon={Eye} title={describeClaim(order).slice(0, -1)}>
        Since {formatTime(since)}. You can decide once the claim is released.
      </Note>
    )
  }
  const claim = <ClaimRow order={order} isMine={status === 'mine'} onToggle={onToggleClaim} />
  if (order.paymentStatus === 'paid') {
    return (
      <div className="grid gap-2">
        <Button {...(!isDoubtful && { variant: 'primary' })} size="large" wide onClick={() => onDecide('verify')}>
          Verify payment
        </Button>
        <Button size="large" wide onClick={() => onDecide('reject')}>
          Reject payment
        </Button>
        {claim}
      </div>
    )
  }
  if (canMove(order, 'reopen')) {
    return (
      <div className="grid gap-2">
        <Button size="large" wide onClick={() => onDecide('reopen')}>
          Reopen order
        </Button>
        <p className="text-sm text-muted">For an order whose money was received after all.</p>
      </div>
    )
  }
  if (!canMove(order, 'refund')) {
    return <Note>{describeNextActions(order, 'staff')}</Note>
  }
  return (
    <div className="grid gap-2">
      {canMove(order, 'complete') && (
        <Button {...(!isOffline && { variant: 'primary' })} size="large" wide onClick={() => onDecide('complete')}>
          Complete order
        </Button>
      )}
      {canMove(order, 'changeDelivery') && (
        <Button size="large" wide onClick={() => onDecide('changeDelivery')}>
          {order.hasDelivery ? 'Change delivery' : 'Add a delivery'}
        </Button>
      )}
      <Button size="large" wide onClick={() => onDecide('refund')}>
        Refund payment
      </Button>
      {canMove(order, 'unverify') && (
        <Button size="large" wide onClick={() => onDecide('unverify')}>
          Take verification back
        </Button>
      )}
      {status !== 'closed' && claim}
    </div>
  )
}

type ClaimRowProps = { order: StaffOrder; isMine: boolean; onToggle: () => void }

/** Who works on the order. Reading it claims nothing. */
function ClaimRow({ order, isMine, onToggle }: ClaimRowProps) {
  const work = order.paymentStatus === 'paid' ? 'checking this payment' : 'preparing this order'
  const offlineSince = useOfflineSince()
  const nobody = offlineSince === null ? `No one is ${work}` : `At ${formatTime(offlineSince)}, no one was ${work}`
  return (
    <div className="mt-1 flex min-h-8 items-center justify-between gap-x-3 max-tight:flex-wrap text-[0.8125rem]">
      <span className="flex items-center gap-1.5 text-muted">
        <Eye size={15} className="flex-none" />
        {isMine ? `You are ${work}` : nobody}
      </span>
      <Button size="small" onClick={onToggle}>
        {isMine ? 'Release' : 'Claim'}
      </Button>
    </div>
  )
}
