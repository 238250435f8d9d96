import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { durationLabel } from '../../../shared/catalogue/rules.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { formatPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { orderNumber, surplusOf } from '../../../shared/orders/rules.ts'
import { paymentCodeLabel } from '../../../shared/payments/words.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Age } from './age.tsx'
import { shortWay } from '../amount-due.ts'
import { isOnItsWay, isProved, isShort, receivedInWords } from '../received.ts'
import type { Decision } from './decisions.ts'
import { Amount, Claimed, Customer, Decide, OutcomeCell } from './queue-cells.tsx'
import type { Queue } from './queues.ts'
import { ReferenceInRow, ReferenceLine, RowWarning } from './reference.tsx'

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
    headClass: '@min-[72rem]/table:min-w-28',
    line: 'key',
    skeleton: 'w-18',
    cell: (order) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <Link
          href={`/admin/orders/${order._id}`}
          className="scroll-mt-2 scroll-mb-16 font-semibold underline-offset-4 hover:underline"
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
  {
    id: 'age',
    head: 'Waiting',
    headClass: '@min-[72rem]/table:min-w-24',
    line: 'sub',
    skeleton: 'w-10',
    cell: (order) => <Age since={queue.since(order) ?? now} now={now} />,
  },
  {
    id: 'customer',
    head: 'Customer',
    line: 'main',
    className: 'table-grow',
    skeleton: 'w-36',
    cell: (order) => <Customer queue={queue} order={order} />,
  },
  ...(queue.kind === 'deliveries' ? [itemsColumn] : []),
  {
    id: 'amount',
    head: queue.kind === 'payments' ? 'Amount due' : 'Amount',
    headClass: '@min-[72rem]/table:min-w-32',
    align: 'end',
    line: 'end',
    skeleton: ['skeleton-end w-20', 'cell-detail skeleton-end w-18 text-xs'],
    cell: (order) => <Amount order={order} />,
  },
  ...(queue.kind === 'payments' ? [paymentCodeColumn, receivedColumn, transferReferenceColumn] : []),
  {
    id: 'claim',
    head: queue.kind === 'payments' ? 'Checking' : 'Preparing',
    from: 'md',
    className: 'queue-claim',
    skeleton: 'skeleton-button w-14',
    cell: (order) => (
      <OutcomeCell isGone={isGone(order)}>
        <Claimed order={order} onToggleClaim={onToggleClaim} />
      </OutcomeCell>
    ),
  },
  {
    id: 'actions',
    head: queue.kind === 'payments' ? 'Decide' : 'Deliver',
    headClass: queue.kind === 'payments' ? '@min-[72rem]/table:min-w-39' : '@min-[72rem]/table:min-w-28',
    align: 'end',
    line: 'action',
    skeleton: `skeleton-button skeleton-end ${queue.kind === 'payments' ? 'w-16 @min-[50rem]/table:w-32' : 'w-21'}`,
    cell: (order) => (
      <OutcomeCell isGone={isGone(order)} text={isGone(order) ? outcomeOf(order) : ''}>
        <Decide queue={queue} order={order} selected={order._id === selectedId} onDecide={onDecide} />
      </OutcomeCell>
    ),
  },
]

/** What customers write with their transfer, by which staff find it in the account. */
const paymentCodeColumn: Column<StaffOrder> = {
  id: 'payment-code',
  head: paymentCodeLabel,
  headClass: '@min-[72rem]/table:min-w-27',
  className: 'table-nowrap',
  skeleton: 'w-20',
  cell: (order) => (
    <span className="grid">
      <span className="font-medium whitespace-nowrap">{formatPaymentReference(order.reference)}</span>
      {(order.transferReference || order.proofs.length > 0) && (
        <span className="hidden max-w-28 text-xs text-muted @min-[50rem]/table:block @min-[72rem]/table:hidden">
          <ReferenceLine order={order} />
        </span>
      )}
      {/* Where its column is hidden. */}
      <span className="hidden text-xs whitespace-normal @min-[37.5rem]/table:block @min-[45rem]/table:hidden">
        <Received order={order} />
      </span>
      <span className="hidden whitespace-normal @min-[37.5rem]/table:block @min-[45rem]/table:hidden">
        <RowWarning order={order} isNamed />
      </span>
      <span className="hidden @min-[50rem]/table:block @min-[72rem]/table:hidden">
        <RowWarning order={order} />
      </span>
    </span>
  ),
}

const transferReferenceColumn: Column<StaffOrder> = {
  id: 'transfer-reference',
  head: 'Transfer reference',
  headClass: '@min-[72rem]/table:min-w-36',
  from: 'lg',
  className: 'max-w-44',
  skeleton: 'w-28',
  cell: (order) => <ReferenceInRow order={order} />,
}

const receivedColumn: Column<StaffOrder> = {
  id: 'received',
  head: 'Received',
  headClass: '@min-[72rem]/table:min-w-36',
  line: 'more',
  className: 'table-words @min-[37.5rem]/table:@max-[45rem]/table:hidden',
  skeleton: 'w-28',
  cell: (order) => (
    <span className="flex flex-wrap gap-x-2.5">
      <Received order={order} />
      {/* Where the code's column has no room for it. */}
      <span className="hidden w-full whitespace-nowrap @min-[45rem]/table:@max-[50rem]/table:block">
        <RowWarning order={order} isNamed />
      </span>
      {/* Its column is hidden where each row has two lines. */}
      <span className="line-only font-medium whitespace-nowrap text-ink">
        {formatPaymentReference(order.reference)}
      </span>
      {order.paymentMethod !== 'bank' && <span className="line-only whitespace-nowrap">{shortWay(order)}</span>}
    </span>
  ),
}

/** What has come in for an order, in words. */
function Received({ order }: { order: StaffOrder }) {
  const isWrong = isShort(order) || surplusOf(order) > 0
  const look = isProved(order)
    ? 'font-medium text-good'
    : isWrong && !isOnItsWay(order)
      ? 'font-medium text-waiting'
      : 'text-muted'
  return <span className={look}>{receivedInWords(order)}</span>
}

const itemsColumn: Column<StaffOrder> = {
  id: 'items',
  head: 'To deliver',
  headClass: '@min-[72rem]/table:min-w-80',
  line: 'more',
  className: 'table-short',
  skeleton: ['w-36', 'w-12 text-xs'],
  cell: ({ items }) => {
    const names = items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')
    const durations = items.map(({ duration }) => durationLabel(duration)).join(', ')
    return (
      <>
        <span className="block truncate" title={names}>
          {names}
        </span>
        <span className="block truncate text-xs text-muted">{durations}</span>
      </>
    )
  },
}
