import { Link } from 'wouter'
import { formatMoney } from '../../../shared/money.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { formatAmount } from '../../../shared/payments/amounts.ts'
import type { PaymentSource } from '../../../shared/payments/ledger-schema.ts'
import { type PaymentOrder, paymentSorts, type StaffPayment } from '../../../shared/payments/staff-schema.ts'
import { formatDateTime, formatMoment } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Column } from '../../ui/table.tsx'
import { customerName, describeDifference, describeOrder, orderStatusWords } from './payment-order.ts'
import { describePayment, TransactionHash } from './payment-text.tsx'
import { shortenId } from './shorten-id.ts'

/** The columns of the ledger. */
export const paymentColumns = (onDecide: (payment: StaffPayment) => void): Column<StaffPayment>[] => [
  {
    id: 'amount',
    head: 'Amount',
    headClass: '@min-[72rem]/table:min-w-30',
    align: 'end',
    line: 'key',
    // As wide as most amounts, so that what follows stands in one column.
    className: '[--line-key:5.5rem]',
    skeleton: 'skeleton-end w-24',
    cell: ({ amount, currency, at }) => (
      <span className="grid">
        <span className="tabular font-semibold whitespace-nowrap">{formatAmount(amount, currency)}</span>
        {/* Where its column is hidden. */}
        <span
          className="hidden text-xs whitespace-nowrap text-muted @min-[37.5rem]/table:block @min-[50rem]/table:hidden"
          title={formatDateTime(at)}
        >
          {formatMoment(at)}
        </span>
      </span>
    ),
  },
  {
    id: 'worth',
    head: 'Worth',
    headClass: '@min-[72rem]/table:min-w-21',
    sort: paymentSorts.worth,
    align: 'end',
    from: 'md',
    cell: ({ counted }) => <span className="text-muted">{formatMoney(counted)}</span>,
  },
  {
    id: 'received',
    head: 'Received',
    headClass: '@min-[72rem]/table:min-w-35',
    sort: paymentSorts.received,
    from: 'sm',
    skeleton: 'w-24',
    line: 'end',
    className: 'whitespace-nowrap text-muted',
    cell: ({ at }) => <span title={formatDateTime(at)}>{formatMoment(at)}</span>,
  },
  {
    id: 'payer',
    head: 'From',
    headClass: '@min-[72rem]/table:min-w-38',
    line: 'main',
    skeleton: 'w-28',
    text: true,
    cell: (payment) => <Payer payment={payment} />,
  },
  {
    id: 'text',
    head: 'Message and note',
    line: 'below',
    skeleton: 'w-64',
    className: 'table-grow',
    cell: (payment) => <TextAndNote payment={payment} />,
  },
  {
    id: 'order',
    head: 'Order',
    line: 'sub',
    skeleton: 'w-20',
    className: '@min-[37.5rem]/table:min-w-36 @min-[45rem]/table:min-w-50 @min-[72rem]/table:min-w-68',
    cell: (payment) => <OrderOf payment={payment} />,
  },
  {
    id: 'recorded',
    head: 'Recorded',
    headClass: '@min-[72rem]/table:min-w-35',
    sort: paymentSorts.recorded,
    from: 'xl',
    className: 'whitespace-nowrap text-muted',
    cell: ({ recordedAt }) => <span title={formatDateTime(recordedAt)}>{formatMoment(recordedAt)}</span>,
  },
  {
    id: 'decide',
    head: 'Actions',
    headClass: '@min-[72rem]/table:min-w-25',
    align: 'end',
    line: 'action',
    skeleton: 'skeleton-button skeleton-end w-18',
    cell: (payment) => {
      const isDecided = payment.order !== null || payment.state === 'dismissed'
      const label = isDecided ? 'Change' : 'Assign'
      return (
        <Button
          size="small"
          variant={isDecided ? 'plain' : 'quiet'}
          aria-label={`${label} ${describePayment(payment)}`}
          onClick={() => onDecide(payment)}
        >
          {label}
        </Button>
      )
    },
  },
]

/** The sender; of an address, less where a row is narrow. */
function Payer({ payment: { payer, source } }: { payment: StaffPayment }) {
  if (!payer) return <span className="text-muted @min-[37.5rem]/table:whitespace-nowrap">{sourceLabels[source]}</span>
  if (source !== 'chain') {
    return (
      <span className="line-clamp-2 wrap-anywhere" title={payer}>
        {shortenId(payer)}
      </span>
    )
  }
  return (
    <span title={payer}>
      <span className="cell-detail whitespace-nowrap">{shortenId(payer)}</span>
      <span className="line-only">{shortenId(payer, 4)}</span>
    </span>
  )
}

function TextAndNote({ payment }: { payment: StaffPayment }) {
  const { text, note, network } = payment
  if (network) {
    return (
      <span className="grid gap-1">
        {note && (
          <span className={`${fewLines} text-muted`} title={note}>
            {note}
          </span>
        )}
        <span className={classNames(note && '@max-[37.5rem]/table:hidden')}>
          <TransactionHash hash={text} network={network} />
        </span>
      </span>
    )
  }
  if (!text && !note) return null
  return (
    <span className={fewLines} title={[text, note].filter(Boolean).join(' · ')}>
      {text}
      {note && <span className="text-muted">{text ? `\u00a0· ${note}` : note}</span>}
    </span>
  )
}

/** A column with little room takes more of them. */
const fewLines = 'line-clamp-2 wrap-anywhere @min-[37.5rem]/table:@max-[72rem]/table:line-clamp-4'

/** The order that a payment pays, or may pay, and what became of it. */
function OrderOf({ payment: { order, proposals, state, refundReference } }: { payment: StaffPayment }) {
  if (order) return <OrderLink order={order} />
  if (refundReference !== null) return <span className="text-muted">Sent back, {refundReference}</span>
  if (state === 'dismissed') return <span className="text-muted">Dismissed</span>
  if (proposals.length === 0) return <span className="cell-empty text-muted">–</span>
  return (
    <span className="grid gap-1 @max-[37.5rem]/table:flex @max-[37.5rem]/table:flex-wrap">
      {proposals.map((proposal, i) => (
        <span key={proposal._id} className={i > 0 ? 'cell-detail' : undefined}>
          <OrderLink order={proposal} isMentioned />
        </span>
      ))}
      {proposals.length > 1 && <span className="line-only text-muted">+{proposals.length - 1}</span>}
    </span>
  )
}

/** Whose order it is, and how it stands; of one that a transfer only mentions, what is due. */
function OrderLink({ order, isMentioned }: { order: PaymentOrder; isMentioned?: boolean }) {
  const difference = isMentioned ? '' : describeDifference(order)
  return (
    <span className="grid">
      <span>
        {isMentioned && <span className="text-muted">Mentions </span>}
        <Link href={`/admin/orders/${order._id}`} className="link tabular">
          #{orderNumber(order._id)}
        </Link>
        <span className="line-only">, {orderStatusWords[order.paymentStatus].toLowerCase()}</span>{' '}
        <span className="cell-detail wrap-anywhere">{customerName(order)}</span>
      </span>
      <span className="cell-detail text-xs text-muted">
        {isMentioned ? describeOrder(order) : orderStatusWords[order.paymentStatus]}
        {difference && ' · '}
        {difference && <span className="font-medium text-waiting">{difference}</span>}
      </span>
    </span>
  )
}

const sourceLabels: Record<PaymentSource, string> = {
  bank: 'Bank statement',
  chain: 'Blockchain',
  binance: 'Binance Pay',
  manual: 'By hand',
}
