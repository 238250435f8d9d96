import { TriangleAlert } from 'lucide-react'
import { durationLabel } from '../../../shared/catalogue/rules.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { formatPaymentReference } from '../../../shared/orders/payment-reference.ts'
import { receivedAmount } from '../../../shared/payments/order-amounts.ts'
import { paymentCodeLabel, transferReferenceLabels } from '../../../shared/payments/words.ts'
import { amountDue, paymentWay } from '../amount-due.ts'
import { describeReceived } from '../received.ts'
import { NothingFound, useNothingReceived } from './known-transfer.tsx'
import { Reference } from './reference.tsx'

/** What to compare with the account before verifying. Only spans, because it is shown inside a paragraph. */
export function PaymentSummary({ order, text }: { order: StaffOrder; text: string }) {
  const nothing = useNothingReceived(order)
  return (
    <span className="grid gap-4">
      {nothing && !nothing.isUnusual ? (
        <span>
          <span className="font-medium text-ink">{nothing.text}</span> The customer is notified right away.
        </span>
      ) : (
        <span>{text}</span>
      )}
      <PaymentBox order={order} />
      {nothing?.isUnusual && <NothingFound order={order} text={nothing.text} />}
    </span>
  )
}

/** Before rejecting or refunding: what is known of the payment, and any money that would have to go back. */
export function PaymentReminder({ order, text, rejects }: { order: StaffOrder; text: string; rejects: boolean }) {
  return (
    <span className="grid gap-4">
      <PaymentBox order={order} />
      <span>{text}</span>
      {rejects && order.received > 0 && (
        <span className="note tone-waiting text-ink">
          <TriangleAlert size={18} />
          <span>{`${receivedAmount(order, formatMoney)} has arrived for this order. If you reject it, send that back.`}</span>
        </span>
      )}
    </span>
  )
}

/** An order's payment, to compare with the account. */
function PaymentBox({ order }: { order: StaffOrder }) {
  const { firstName, lastName, verified, failed } = order.customer
  return (
    <span className="grid gap-3 rounded-md border border-line bg-card p-4 text-sm text-ink">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="grid">
          <span className="text-muted">Amount due</span>
          <span className="heading tabular text-2xl max-tight:text-lg">{amountDue(order)}</span>
        </span>
        <span className="text-muted">{paymentWay(order)}</span>
      </span>
      <span className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 max-tight:grid-cols-1">
        <span className="text-muted">{paymentCodeLabel}</span>
        <span className="tabular font-medium">{formatPaymentReference(order.reference)}</span>
        <span className="text-muted">Received</span>
        <span className="font-medium">{order.payments.length > 0 ? describeReceived(order) : 'Nothing recorded'}</span>
        <span className="text-muted">{transferReferenceLabels[order.paymentMethod]}</span>
        <Reference order={order} whole />
        <span className="text-muted">Order</span>
        <span className="tabular">#{orderNumber(order._id)}</span>
        <span className="text-muted">Customer</span>
        <span>
          {firstName} {lastName}, <span className="whitespace-nowrap">{verified} verified</span>,{' '}
          <span className="whitespace-nowrap">{failed} failed</span>
        </span>
      </span>
    </span>
  )
}

/** Before delivering: what, and to whom. Only spans, because it is shown inside a paragraph. */
export function DeliverySummary({ order, text }: { order: StaffOrder; text: string }) {
  const { firstName, lastName, email } = order.customer
  return (
    <span className="grid gap-4">
      <span className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 max-tight:grid-cols-1 rounded-md border border-line bg-card p-4 text-sm text-ink">
        <span className="text-muted">To deliver</span>
        <span className="grid gap-1">
          {order.items.map(({ _id, name, duration, quantity }) => (
            <span key={_id}>
              <span className="font-medium">{name}</span>, {durationLabel(duration)}
              {quantity > 1 && ` × ${quantity}`}
            </span>
          ))}
        </span>
        <span className="text-muted">Customer</span>
        <span className="wrap-anywhere">
          {firstName} {lastName}, {email}
        </span>
      </span>
      <span>{text}</span>
    </span>
  )
}
