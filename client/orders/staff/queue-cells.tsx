import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../shared/format-count.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { amountDue, paymentWay, shortWay } from '../amount-due.ts'
import type { Decision } from './decisions.ts'
import type { Queue } from './queues.ts'
import { RowMark, RowWarning } from './reference.tsx'
import { useClaimStatus } from './use-claim.ts'

/** Controls that keep their space in a row that has left the queue, so that no other row moves; over them, what became of the order. */
export function OutcomeCell({ isGone, text, children }: { isGone: boolean; text?: string; children: ReactNode }) {
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

/** The amount, which names its token, and how it is paid. */
export function Amount({ order }: { order: StaffOrder }) {
  const way = paymentWay(order)
  return (
    <span className="grid">
      <span className="font-semibold whitespace-nowrap">{amountDue(order)}</span>
      <span className="cell-detail text-xs whitespace-nowrap text-muted" title={way}>
        {shortWay(order)}
      </span>
    </span>
  )
}

/** Who ordered, how their earlier payments went, and what to know before deciding. */
export function Customer({ queue, order }: { queue: Queue; order: StaffOrder }) {
  const { firstName, lastName, email } = order.customer
  return (
    <span className="grid min-w-0">
      <span
        className="line-clamp-1 min-w-0 font-medium break-all @max-[37.5rem]/table:line-clamp-2 @max-[37.5rem]/table:[word-break:normal] @max-[20rem]/table:text-[0.8125rem]"
        title={`${firstName} ${lastName}, ${email}`}
      >
        {firstName} {lastName}
      </span>
      {/* A claim makes no row of one line taller. */}
      <span className="flex min-w-0 flex-wrap gap-x-3 @min-[37.5rem]/table:flex-nowrap">
        <History order={order} />
        <Marks queue={queue} order={order} />
      </span>
    </span>
  )
}

/** '1 failed, 2 verified'; on a phone, and next to who has claimed the order, what has failed alone. */
function History({ order }: { order: StaffOrder }) {
  const { orders, verified, failed } = order.customer
  const status = useClaimStatus(order)
  const hidden = classNames(
    'cell-detail',
    status === 'mine' && '@max-[80rem]/table:hidden',
    (status === 'taken' || status === 'own-order') && '@max-[60rem]/table:hidden',
  )
  const all = `${orders} ${orders === 1 ? 'order' : 'orders'}, ${verified} verified, ${failed} failed`
  return (
    <span className={classNames('flex-none text-xs whitespace-nowrap text-muted', failed === 0 && hidden)} title={all}>
      {failed > 0 && (
        <span className="font-medium text-bad">
          {failed} failed<span className="line-only"> before</span>
        </span>
      )}
      <span className={hidden}>
        {failed > 0 && ', '}
        {orders === 1 ? (failed > 0 ? 'first order' : 'First order') : `${formatCount(verified)} verified`}
      </span>
    </span>
  )
}

/** Where the columns that say it are hidden: a warning, and who has claimed the order. */
function Marks({ queue, order }: { queue: Queue; order: StaffOrder }) {
  const status = useClaimStatus(order)
  const work = queue.kind === 'payments' ? 'checking' : 'preparing'
  return (
    <>
      {queue.kind === 'payments' && (
        <span className="max-w-full empty:hidden @min-[37.5rem]/table:hidden">
          <RowWarning order={order} />
        </span>
      )}
      {status === 'mine' && (
        <span className="max-w-full min-w-0 @min-[80rem]/table:hidden">
          <RowMark tone="accent" icon={Eye}>
            {`You are ${work}`}
          </RowMark>
        </span>
      )}
      {(status === 'taken' || status === 'own-order') && (
        <span className="max-w-full min-w-0 @min-[60rem]/table:hidden">
          <RowMark tone="waiting" icon={Eye}>
            {status === 'taken' ? `${order.checking?.name} is ${work}` : 'Your own order'}
          </RowMark>
        </span>
      )}
    </>
  )
}

type ClaimedProps = { order: StaffOrder; onToggleClaim: (order: StaffOrder) => void }

/** Who works on the order, and the claim. */
export function Claimed({ order, onToggleClaim }: ClaimedProps) {
  const status = useClaimStatus(order)
  const number = orderNumber(order._id)
  if (status === 'taken') {
    return (
      <Badge tone="waiting" icon={Eye}>
        <span className="max-w-14 truncate" title={order.checking?.name}>
          {order.checking?.name}
        </span>
      </Badge>
    )
  }
  if (status === 'own-order') return <span className="text-muted">Your own order</span>
  if (status === 'closed') return null
  return (
    <span className="flex items-center gap-1.5">
      {status === 'mine' && (
        <Badge tone="accent" icon={Eye} className="hidden @min-[80rem]/table:inline-flex">
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

type DecideProps = {
  queue: Queue
  order: StaffOrder
  selected: boolean
  onDecide: (order: StaffOrder, decision: Decision) => void
}

/** Only the selected row has a primary button. */
export function Decide({ queue, order, selected, onDecide }: DecideProps) {
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
