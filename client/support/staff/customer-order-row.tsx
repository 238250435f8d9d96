import { Link } from 'wouter'
import { canMove, orderNumber } from '../../../shared/orders/rules.ts'
import { formatPaymentReference } from '../../../shared/orders/payment-reference.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { paymentCodeLabel } from '../../../shared/payments/words.ts'
import { formatDateTime, formatTimeOrDate } from '../../lib/format-date.ts'
import { amountDue, paymentWay } from '../../orders/amount-due.ts'
import { isShort, receivedInWords } from '../../orders/received.ts'
import { Age } from '../../orders/staff/age.tsx'
import type { Decision } from '../../orders/staff/decisions.ts'
import { describeClaim } from '../../orders/staff/describe-change.ts'
import { useNothingReceived } from '../../orders/staff/known-transfer.tsx'
import { Reference } from '../../orders/staff/reference.tsx'
import { OrderStateText } from '../../orders/staff/status-text.tsx'
import { useClaimStatus } from '../../orders/staff/use-claim.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { classNames } from '../../ui/class-names.ts'

type CustomerOrderRowProps = {
  order: StaffOrder
  now: number
  onDecide: (decision: Decision) => void
  onToggleClaim: () => void
}

/** An order of the customer in the inbox; a payment that waits can be verified right here. */
export function CustomerOrderRow({ order, now, onDecide, onToggleClaim }: CustomerOrderRowProps) {
  const status = useClaimStatus(order)
  const isDoubtful = useNothingReceived(order)?.isUnusual || isShort(order)
  const number = `#${orderNumber(order._id)}`
  const items = order.items.map(({ name }) => name).join(', ')
  return (
    <li aria-label={`Order ${number}`} className="grid gap-2 px-4 py-2 text-sm">
      <div>
        <div className="flex items-baseline gap-2">
          <Link href={`/admin/orders/${order._id}`} className="tabular link font-semibold">
            {number}
          </Link>
          <span className="min-w-0 truncate text-[0.8125rem] text-muted" title={formatDateTime(order.createdAt)}>
            {formatTimeOrDate(order.createdAt, now)}
          </span>
          <span className="tabular ml-auto flex-none font-medium">{amountDue(order)}</span>
        </div>
        <div className="flex min-h-6 items-center justify-between gap-3">
          <span className="truncate text-muted" title={items}>
            {items}
          </span>
          <OrderStateText order={order} />
        </div>
      </div>
      {order.paymentStatus === 'paid' && (
        <>
          <div className="flex items-start justify-between gap-3">
            <span className="text-muted">{paymentWay(order)}</span>
            {order.paidAt && (
              <span className="flex-none">
                <span className="sr-only">Waiting </span>
                <Age since={order.paidAt} now={now} />
              </span>
            )}
          </div>
          {order.transferReference && (
            <div className="-mt-2 flex items-start justify-between gap-3">
              <Reference order={order} whole />
              <CopyButton
                text={order.transferReference}
                what="reference"
                iconOnly
                className="-mt-1.5 -mr-2 flex-none"
              />
            </div>
          )}
          <div className="flex flex-wrap justify-between gap-x-3 *:whitespace-nowrap">
            {/* A transfer of crypto carries none. */}
            {order.paymentMethod !== 'crypto' && (
              <span>
                <span className="text-muted">{paymentCodeLabel} </span>
                <span className="tabular font-medium">{formatPaymentReference(order.reference)}</span>
              </span>
            )}
            <span className={classNames(order.received > 0 && 'font-medium')}>
              <span className="text-muted">Received </span>
              {receivedInWords(order)}
            </span>
          </div>
          {status === 'own-order' && <p className="text-waiting">A colleague has to verify your own order.</p>}
          {status === 'taken' && <p className="text-waiting">{describeClaim(order)}</p>}
          {(status === 'free' || status === 'mine') && (
            <div className="flex flex-wrap gap-1.5">
              <Button
                size="small"
                {...(!isDoubtful && { variant: 'primary' })}
                aria-label={`Verify ${number}`}
                onClick={() => onDecide('verify')}
              >
                Verify
              </Button>
              <Button size="small" aria-label={`Reject ${number}`} onClick={() => onDecide('reject')}>
                Reject
              </Button>
              <Button
                size="small"
                variant="plain"
                aria-label={`${status === 'mine' ? 'Release' : 'Claim'} ${number}`}
                onClick={onToggleClaim}
              >
                {status === 'mine' ? 'Release' : 'Claim'}
              </Button>
            </div>
          )}
        </>
      )}
      {canMove(order, 'complete') &&
        (status === 'taken' ? (
          <p className="text-waiting">{describeClaim(order)}</p>
        ) : (
          <div>
            <Button size="small" aria-label={`Complete ${number}`} onClick={() => onDecide('complete')}>
              Complete
            </Button>
          </div>
        ))}
    </li>
  )
}
