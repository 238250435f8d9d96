import { Eye } from 'lucide-react'
import { Link } from 'wouter'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { methodLabel } from '../../../shared/payments/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'
import { Age } from './age.tsx'
import { amountDue } from './amount-due.ts'
import type { Decision } from './decisions.ts'
import { Reference } from './reference.tsx'
import { useClaimStatus } from './use-claim.ts'

export type QueueColumnsOptions = {
  now: number
  selectedId: string | undefined
  isNew: (id: string) => boolean
  onToggleClaim: (order: StaffOrder) => void
  onDecide: (order: StaffOrder, decision: Decision) => void
}

/** The columns of the payment queue. */
export const queueColumns = ({
  now,
  selectedId,
  isNew,
  onToggleClaim,
  onDecide,
}: QueueColumnsOptions): Column<StaffOrder>[] => [
  {
    id: 'order',
    head: 'Order',
    bare: true,
    cell: (order) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <Link
          href={`/admin/orders/${order._id}`}
          className="scroll-mt-32 scroll-mb-6 font-semibold underline-offset-4 hover:underline max-wide:text-base"
        >
          #{orderNumber(order._id)}
        </Link>
        {isNew(order._id) && (
          <Badge tone="accent" className="queue-new">
            New
          </Badge>
        )}
      </span>
    ),
  },
  { id: 'age', head: 'Waiting', cell: (order) => <Age since={order.paidAt ?? now} now={now} /> },
  { id: 'customer', head: 'Customer', className: 'wide:max-w-64', cell: (order) => <Customer order={order} /> },
  {
    id: 'amount',
    head: 'Amount due',
    align: 'end',
    cell: (order) => (
      <span className="grid whitespace-nowrap">
        <span className="font-semibold">{amountDue(order)}</span>
        <span className="text-xs text-muted">{methodLabel(order.paymentMethod)}</span>
      </span>
    ),
  },
  {
    id: 'reference',
    head: 'Reference',
    className: 'wide:max-w-44 wide:min-w-36',
    cell: (order) => <Reference order={order} />,
  },
  {
    id: 'checking',
    head: 'Checking',
    className: 'wide:w-40',
    cell: (order) => <Checking order={order} onToggleClaim={onToggleClaim} />,
  },
  {
    id: 'actions',
    head: 'Decide',
    bare: true,
    align: 'end',
    cell: (order) => <Decide order={order} selected={order._id === selectedId} onDecide={onDecide} />,
  },
]

function Customer({ order: { customer } }: { order: StaffOrder }) {
  const { firstName, lastName, email, orders, verified, failed } = customer
  return (
    <span className="grid min-w-0">
      <span className="flex flex-wrap items-baseline gap-x-2 max-wide:justify-end">
        <span className="font-medium">
          {firstName} {lastName}
        </span>
        <span className="text-xs text-muted">
          {orders === 1 ? 'first order' : `${orders} orders`}
          {verified > 0 && `, ${verified} verified`}
          {failed > 0 && <span className="font-medium text-bad">, {failed} failed</span>}
        </span>
      </span>
      <span className="truncate text-xs text-muted" title={email}>
        {email}
      </span>
    </span>
  )
}

type CheckingProps = Pick<QueueColumnsOptions, 'onToggleClaim'> & { order: StaffOrder }

function Checking({ order, onToggleClaim }: CheckingProps) {
  const status = useClaimStatus(order)
  const number = orderNumber(order._id)
  if (status === 'taken') {
    return (
      <Badge tone="waiting" icon={Eye}>
        {order.checking?.name}
      </Badge>
    )
  }
  if (status === 'own-order') return <span className="text-muted">Your own order</span>
  if (status === 'closed') return null
  return (
    <span className="flex items-center gap-1.5">
      {status === 'mine' && (
        <Badge tone="accent" icon={Eye}>
          You
        </Badge>
      )}
      <Button
        size="small"
        variant="plain"
        className="-mx-1 text-accent"
        aria-label={status === 'mine' ? `Release #${number}` : `Claim #${number}`}
        onClick={() => onToggleClaim(order)}
      >
        {status === 'mine' ? 'Release' : 'Claim'}
      </Button>
    </span>
  )
}

type DecideProps = Pick<QueueColumnsOptions, 'onDecide'> & { order: StaffOrder; selected: boolean }

/** Only the selected row has a primary button. */
function Decide({ order, selected, onDecide }: DecideProps) {
  const status = useClaimStatus(order)
  const isBlocked = status === 'taken' || status === 'own-order' || status === 'closed'
  const number = orderNumber(order._id)
  return (
    <span className="flex justify-end gap-1.5 max-wide:w-full max-wide:*:flex-1">
      <Button
        size="small"
        variant={selected ? 'primary' : 'quiet'}
        disabled={isBlocked}
        aria-label={`Verify #${number}`}
        onClick={() => onDecide(order, 'verify')}
      >
        Verify
      </Button>
      <Button
        size="small"
        disabled={isBlocked}
        aria-label={`Reject #${number}`}
        onClick={() => onDecide(order, 'reject')}
      >
        Reject
      </Button>
    </span>
  )
}
