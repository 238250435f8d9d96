import type { Order } from '../../shared/orders/schema.ts'
import { formatAmount } from '../../shared/payments/amounts.ts'
import type { FormatMoney } from '../../shared/payments/order-amounts.ts'
import type { OrderPayment } from '../../shared/payments/ledger-schema.ts'
import { remarkOn } from '../../shared/payments/remarks.ts'
import { classNames } from '../ui/class-names.ts'
import { formatMoment } from '../lib/format-date.ts'
import { useNow } from '../lib/use-now.ts'
import { describeReceived } from './received.ts'

/**
 * The transfers that arrived for an order, and what they make of it; nothing without any. For its customer with `money`,
 * for staff with their values in dollars.
 * @param summary what they come to: `hidden` is for screen readers, where the page shows it already; `none`, where it says it
 */
type ReceivedPaymentsProps = { order: Order; money?: FormatMoney; summary?: 'shown' | 'hidden' | 'none' }
export function ReceivedPayments({ order, money, summary = 'shown' }: ReceivedPaymentsProps) {
  const now = useNow(60_000)
  if (order.payments.length === 0) return null
  return (
    <div
      className={classNames(
        'mt-4 border-t border-line pt-4 text-sm',
        summary !== 'shown' && 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4',
      )}
    >
      <p className={money ? 'text-muted' : 'eyebrow'}>Received</p>
      {summary !== 'none' && (
        <p className={summary === 'hidden' ? 'sr-only' : 'font-medium'} role="status">
          {describeReceived(order, money)}
        </p>
      )}
      <ul className={classNames('grid gap-0.5 text-muted', summary === 'shown' && 'mt-1')}>
        {order.payments.map((payment) => (
          <li key={payment._id} className="tabular flex flex-wrap justify-between gap-x-3">
            <span>{formatAmount(payment.amount, payment.currency)}</span>
            <span>{stateLabels[payment.state] ?? formatMoment(payment.at, now)}</span>
            {remarkOn(order, payment) && <span className="w-full text-ink">{remarkOn(order, payment, money)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

const stateLabels: Partial<Record<OrderPayment['state'], string>> = {
  seen: 'Seen, not confirmed yet',
  confirming: 'Being confirmed',
  gone: 'No longer seen',
  dismissed: 'Sent back',
}
