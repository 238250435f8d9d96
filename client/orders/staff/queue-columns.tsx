import { Eye } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'
import { Age } from './age.tsx'
import { amountDue, paymentWay } from '../amount-due.ts'
import { isProved, moneyInWords } from '../received.ts'
import type { Decision } from './decisions.ts'
import type { Queue } from './queues.ts'
import { ReferenceInRow } from './reference.tsx'
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
  /** The order's link was clicked. */
  onOpen: (order: StaffOrder, event: MouseEvent) => void
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
  onOpen,
  onToggleClaim,
  onDecide,
}: QueueColumnsOptions): Column<StaffOrder>[] => [
  {
    id: 'order',
    head: 'Order',
    line: 'key',
    cell: (order) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <Link
          href={`/admin/orders/${order._id}`}
          className="scroll-mt-24 scroll-mb-16 font-semibold underline-offset-4 hover:underline"
          onClick={(event) => onOpen(order, event)}
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
  { id: 'age', head: 'Waiting', line: 'sub', cell: (order) => <Age since={queue.since(order) ?? now} now={now} /> },
  {
    id: 'customer',
    head: 'Customer',
    line: 'main',
    className: 'table-grow',
    cell: (order) => <Customer order={order} />,
  },
  ...(queue.kind === 'deliveries' ? [itemsColumn] : []),
  {
    id: 'amount',
    head: queue.kind === 'payments' ? 'Amount due' : 'Amount paid',
    align: 'end',
    line: 'end',
    cell: (order) => <span className="font-semibold whitespace-nowrap">{amountDue(order)}</span>,
  },
  {
    id: 'method',
    head: 'Method',
    from: queue.kind === 'payments' ? 'xl' : 'lg',
    className: 'table-nowrap',
    cell: paymentWay,
  },
  ...(queue.kind === 'payments' ? [moneyColumn, referenceColumn] : []),
  {
    id: 'claim',
    head: queue.kind === 'payments' ? 'Checking' : 'Preparing',
    from: 'md',
    cell: (order) => (
      <OutcomeCell isGone={isGone(order)}>
        <Claimed order={order} onToggleClaim={onToggleClaim} />
      </OutcomeCell>
    ),
  },
  {
    id: 'actions',
    head: queue.kind === 'payments' ? 'Decide' : 'Deliver',
    align: 'end',
    line: 'action',
    cell: (order) => (
      <OutcomeCell isGone={isGone(order)} text={isGone(order) ? outcomeOf(order) : ''}>
        <Decide queue={queue} order={order} selected={order._id === selectedId} onDecide={onDecide} />
      </OutcomeCell>
    ),
  },
]

/** Controls that keep their space in a row that has left the queue, so that no other row moves; over them, what became of the order. */
function OutcomeCell({ isGone, text, children }: { isGone: boolean; text?: string; children: ReactNode }) {
  if (!isGone) return children
  return (
    <span className="relative block w-full">
      <span className="invisible">{children}</span>
      <span className="absolute inset-0 flex items-center justify-end text-xs">
        <span className="line-clamp-2" title={text}>
          {text}
        </span>
      </span>
    </span>
  )
}

const referenceColumn: Column<StaffOrder> = {
  id: 'reference',
  head: 'Reference',
  from: 'sm',
  className: 'max-w-44 @min-[72rem]/table:max-w-56',
  cell: (order) => <ReferenceInRow order={order} />,
}

const moneyColumn: Column<StaffOrder> = {
  id: 'money',
  head: 'Money',
  line: 'more',
  className: 'table-words',
  cell: (order) => {
    const text = moneyInWords(order)
    if (isProved(order)) return <span className="font-medium text-good">{text}</span>
    return <span className={order.payments.length === 0 ? 'text-muted' : 'font-medium'}>{text}</span>
  },
}

const itemsColumn: Column<StaffOrder> = {
  id: 'items',
  head: 'To deliver',
  line: 'more',
  className: 'table-short',
  cell: ({ items }) => {
    const names = items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')
    return (
      <span className="block truncate" title={names}>
        {names}
      </span>
    )
  },
}

function Customer({ order: { customer } }: { order: StaffOrder }) {
  const { firstName, lastName, email, orders, verified, failed } = customer
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="max-w-full flex-none truncate font-medium" title={`${firstName} ${lastName}, ${email}`}>
        {firstName} {lastName}
      </span>
      {/* Gives way to the name where another column needs the space. */}
      <span className="cell-wide min-w-0 truncate text-xs text-muted">
        {failed > 0 && (
          <>
            <span className="font-medium text-bad">{failed} failed</span>,{' '}
          </>
        )}
        {orders === 1 ? 'first order' : `${verified} of ${orders} verified`}
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
    <span className="flex justify-end gap-1.5">
      {Object.values(queue.decisions).map((decision, i) => (
        <Button
          key={decision}
          size="small"
          variant={selected && i === 0 ? 'primary' : 'quiet'}
          disabled={isBlocked}
          className={i === 0 ? '' : 'cell-second'}
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
  reopen: 'Reopen',
  unverify: 'Take back',
}
