import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
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
import type { Queue } from './queues.ts'
import { Reference } from './reference.tsx'
import { useClaimStatus } from './use-claim.ts'

export type QueueColumnsOptions = {
  queue: Queue
  now: number
  selectedId: string | undefined
  isNew: (id: string) => boolean
  /** The order has left the queue; its row stays until it is out of the way. */
  isGone: (order: StaffOrder) => boolean
  /** What became of an order that is gone. */
  outcomeOf: (order: StaffOrder) => string
  onToggleClaim: (order: StaffOrder) => void
  onDecide: (order: StaffOrder, decision: Decision) => void
}

/** The columns of a queue. */
export const queueColumns = ({
  queue,
  now,
  selectedId,
  isNew,
  isGone,
  outcomeOf,
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
  { id: 'age', head: 'Waiting', cell: (order) => <Age since={queue.since(order) ?? now} now={now} /> },
  {
    id: 'customer',
    head: 'Customer',
    text: true,
    className: 'wide:max-w-64',
    cell: (order) => <Customer order={order} />,
  },
  ...(queue.kind === 'deliveries' ? [itemsColumn] : []),
  {
    id: 'amount',
    head: queue.kind === 'payments' ? 'Amount due' : 'Amount paid',
    align: 'end',
    cell: (order) => (
      <span className="grid whitespace-nowrap">
        <span className="font-semibold">{amountDue(order)}</span>
        <span className="text-xs text-muted">{methodLabel(order.paymentMethod)}</span>
      </span>
    ),
  },
  ...(queue.kind === 'payments' ? [referenceColumn] : []),
  {
    id: 'claim',
    head: queue.kind === 'payments' ? 'Checking' : 'Preparing',
    className: 'wide:w-40',
    cell: (order) => (
      <Kept isGone={isGone(order)}>
        <Claimed order={order} onToggleClaim={onToggleClaim} />
      </Kept>
    ),
  },
  {
    id: 'actions',
    head: queue.kind === 'payments' ? 'Decide' : 'Deliver',
    bare: true,
    align: 'end',
    cell: (order) => (
      <Kept isGone={isGone(order)} text={isGone(order) ? outcomeOf(order) : ''}>
        <Decide queue={queue} order={order} selected={order._id === selectedId} onDecide={onDecide} />
      </Kept>
    ),
  },
]

/** Controls that keep their room in a row that is gone, so that no other row moves; in their place, what became of it. */
function Kept({ isGone, text, children }: { isGone: boolean; text?: string; children: ReactNode }) {
  if (!isGone) return children
  return (
    <span className="relative block w-full">
      <span className="invisible">{children}</span>
      <span className="absolute inset-0 flex items-center justify-end text-xs">
        <span className="line-clamp-2">{text}</span>
      </span>
    </span>
  )
}

const referenceColumn: Column<StaffOrder> = {
  id: 'reference',
  head: 'Reference',
  className: 'wide:max-w-44 wide:min-w-36',
  cell: (order) => <Reference order={order} />,
}

const itemsColumn: Column<StaffOrder> = {
  id: 'items',
  head: 'To deliver',
  text: true,
  className: 'wide:max-w-64',
  cell: ({ items }) => (
    <span className="grid min-w-0">
      {items.slice(0, maxItems).map(({ _id, name, quantity }) => (
        <span key={_id} className="truncate" title={name}>
          {quantity > 1 && <span className="tabular font-semibold">{quantity} × </span>}
          {name}
        </span>
      ))}
      {items.length > maxItems && <span className="text-xs text-muted">and {items.length - maxItems} more</span>}
    </span>
  ),
}
const maxItems = 3

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
          {failed > 0 && (
            <>
              , <span className="font-medium text-bad">{failed} failed</span>
            </>
          )}
        </span>
      </span>
      <span className="truncate text-xs text-muted" title={email}>
        {email}
      </span>
    </span>
  )
}

type ClaimedProps = Pick<QueueColumnsOptions, 'onToggleClaim'> & { order: StaffOrder }

function Claimed({ order, onToggleClaim }: ClaimedProps) {
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

type DecideProps = Pick<QueueColumnsOptions, 'queue' | 'onDecide'> & { order: StaffOrder; selected: boolean }

/** Only the selected row has a primary button. */
function Decide({ queue, order, selected, onDecide }: DecideProps) {
  const status = useClaimStatus(order)
  const isBlocked = status === 'taken' || status === 'own-order' || status === 'closed'
  const number = orderNumber(order._id)
  return (
    <span className="flex justify-end gap-1.5 max-wide:w-full max-wide:*:flex-1">
      {Object.values(queue.decisions).map((decision, i) => (
        <Button
          key={decision}
          size="small"
          variant={selected && i === 0 ? 'primary' : 'quiet'}
          disabled={isBlocked}
          aria-label={`${labels[decision]} #${number}`}
          onClick={() => onDecide(order, decision)}
        >
          {labels[decision]}
        </Button>
      ))}
    </span>
  )
}

const labels: Record<Decision, string> = {
  verify: 'Verify',
  reject: 'Reject',
  complete: 'Complete',
  changeDelivery: 'Change',
  refund: 'Refund',
}
