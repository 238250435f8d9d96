import type { ReactNode } from 'react'
import type { Order, OrderLine } from '../../shared/orders/schema.ts'
import { endsAt } from '../../shared/orders/ends-at.ts'
import { orderNumber, refundable } from '../../shared/orders/rules.ts'
import { formatAmount } from '../../shared/payments/amounts.ts'
import { shortChainName } from '../../shared/payments/progress.ts'
import { durationLabel } from '../../shared/catalogue/rules.ts'
import { amountsOf, type FormatMoney, receivedAmount } from '../../shared/payments/order-amounts.ts'
import { paymentCodeLabel, transferReferenceLabels } from '../../shared/payments/words.ts'
import { formatPaymentReference } from '../../shared/orders/payment-reference.ts'
import { useStore } from '../client-context.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Leader, Leaders } from '../ui/leader.tsx'
import { Shortened } from '../ui/shortened.tsx'
import { Receipt, ReceiptRule } from '../ui/receipt.tsx'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { amountDue, paymentWay, rateOfOrder } from './amount-due.ts'
import { isDecidedByStaff } from './headline.ts'
import { describeLateMoney } from './late-money.ts'
import { isShort } from './received.ts'
import { Totals } from './totals.tsx'
import { formatDate, formatDateTime } from '../lib/format-date.ts'
import { useNow } from '../lib/use-now.ts'
import { refundAmount, surplusToReturn } from './refund.ts'
import { OrderStamp } from './order-stamp.tsx'
import { paidOnLabel, PrintedFacts, PrintedFoot, type ReceiptCustomer } from './printed-receipt.tsx'
import './print.css'

type ReceiptProps = {
  order: Order
  money: FormatMoney
  customer: ReceiptCustomer
  /** The stamp is being pressed onto it right now. */
  pressed?: boolean
}

/** The order as a receipt: its lines, totals and payment. On paper it also says who bought and sold, and when. */
export function OrderReceipt({ order, money, customer, pressed }: ReceiptProps) {
  const store = useStore((state) => state.config?.name ?? 'Kade')
  return (
    <Receipt className="order-receipt">
      <div className="flex flex-wrap items-start justify-between gap-3 md:max-wide:flex-nowrap md:max-wide:gap-2">
        <div>
          <h2 className={`text-xl min-[18rem]:whitespace-nowrap ${order.verifiedAt ? 'print:text-2xl' : ''}`}>
            {order.verifiedAt ? 'Receipt' : 'Order summary'}
          </h2>
          <p className="tabular text-sm text-muted">
            {store}
            <span className="hidden print:inline"> · #{orderNumber(order._id)}</span>
          </p>
        </div>
        <OrderStamp order={order} pressed={pressed} />
      </div>
      <PrintedFacts order={order} customer={customer} />
      <ReceiptRule />
      <ul className="grid gap-3.5">
        {order.items.map((line) => (
          <Line key={line._id} line={line} end={endsAt(order, line)} money={money} />
        ))}
      </ul>
      <ReceiptRule />
      <Totals order={order} money={money} totalLabel="Total amount">
        {order.refunded > 0 && <Refunded order={order} money={money} />}
      </Totals>
      <ReceiptRule />
      <Facts order={order} money={money} />
      <PrintedFoot order={order} />
    </Receipt>
  )
}

type LineProps = { line: OrderLine; end: number | null; money: FormatMoney }

function Line({ line, end, money }: LineProps) {
  const now = useNow(60_000)
  return (
    <li className="flex gap-3">
      <ItemLogo link={line.logoLink} className="size-9 max-tight:hidden" />
      <div className="min-w-0 flex-1">
        <Leaders>
          <Leader label={<span className="text-ink">{line.name}</span>} amount={money(line.subtotal)} />
        </Leaders>
        <p className="tabular text-sm text-muted print:text-xs">
          {durationLabel(line.duration)} · {line.quantity} × {money(line.price)}
        </p>
        {end !== null && (
          <p className="tabular text-sm text-muted print:text-xs">
            {end > now ? 'Runs until' : 'Ran until'} {formatDate(end)}
          </p>
        )}
      </div>
    </li>
  )
}

/** What was paid, and what is left of that after refunds. */
function Refunded({ order, money }: Pick<ReceiptProps, 'order' | 'money'>) {
  return (
    <>
      <Leader label="Paid" amount={money(order.refunded + refundable(order))} />
      <Leader label="Refunded" amount={money(-order.refunded)} />
      <Leader label="Net payment" amount={money(refundable(order))} look="strong" />
    </>
  )
}

/** The statuses are said by the badges and the timeline. */
function Facts({ order, money }: Pick<ReceiptProps, 'order' | 'money'>) {
  const isVerified = order.verifiedAt !== null
  const hasPayments = order.payments.length > 0
  const late = hasPayments ? null : describeLateMoney(order, money)
  const progress = useStore((state) => state.orders.progress[order._id])
  const misdirected = isDecidedByStaff(order, progress) ? progress : undefined
  return (
    <div className="grid gap-1.5 text-sm print:hidden">
      <dl className="grid grid-cols-[minmax(min-content,max-content)_1fr] gap-x-5 gap-y-1.5 max-[18rem]:grid-cols-1">
        <Fact label="Payment method">{paymentWay(order)}</Fact>
        {/* Nothing may ask for money any more once it was sent, or the order is closed. */}
        {!(isVerified && hasPayments) && (
          <Fact label={amountLabel(order)} amount>
            {order.request && amountDue(order)}
          </Fact>
        )}
        <Fact label="Received" amount>
          {hasPayments && receivedAmount(order, money)}
        </Fact>
        <Fact label="Missing" amount>
          {isShort(order) && amountsOf(order, money).missing}
        </Fact>
        <Fact label={`Received on ${misdirected && shortChainName(misdirected.network)}`} amount>
          {misdirected?.transfer && formatAmount(misdirected.transfer.amount, misdirected.transfer.currency)}
        </Fact>
        <Fact label="Arrived" amount>
          {misdirected?.transfer && formatDateTime(misdirected.transfer.at)}
        </Fact>
        <Fact label={late?.state === 'seen' ? 'Sent late' : 'Received late'} amount>
          {late?.amounts}
        </Fact>
        <Fact label="Arrived" amount>
          {late && late.state !== 'seen' && formatDateTime(late.at)}
        </Fact>
        <Fact label="Rate">{rateOfOrder(order)}</Fact>
        <Fact label="To be sent back" amount>
          {surplusToReturn(order, money)}
        </Fact>
        {/* A transfer of crypto carries none. */}
        <Fact label={paymentCodeLabel}>
          {order.paymentMethod !== 'crypto' && formatPaymentReference(order.reference)}
        </Fact>
        <Fact label={transferReferenceLabels[order.paymentMethod]}>
          {order.transferReference && <Shortened text={order.transferReference} />}
        </Fact>
        <Fact label="Sent back" amount>
          {order.refunded > 0 && refundAmount(order, order.refunded, money)}
        </Fact>
        <Fact label={paidOnLabel(order)}>{order.paidAt && formatDateTime(order.paidAt)}</Fact>
      </dl>
      {/* Too long for the column of the others. */}
      <dl className="flex items-center justify-between gap-2 max-[18rem]:flex-wrap">
        <dt className="whitespace-nowrap text-muted">Order ID</dt>
        <dd className="tabular flex min-w-0 items-center gap-1">
          <span className="text-[0.8125rem] break-all">{order._id}</span>
          <CopyButton text={order._id} what="order ID" iconOnly className="-my-2 -mr-2.5 flex-none" />
        </dd>
      </dl>
    </div>
  )
}

function amountLabel({ paymentStatus, verifiedAt }: Order) {
  if (paymentStatus === 'pending') return 'Amount to send'
  return verifiedAt === null ? 'Amount requested' : 'Received'
}

/** @param amount or a time, which never breaks: the label does, if need be */
function Fact({ label, children, amount }: { label: string; children: ReactNode; amount?: boolean }) {
  if (!children) return null
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd
        className={classNames('tabular min-[18rem]:text-right', amount ? 'whitespace-nowrap' : 'min-w-0 wrap-anywhere')}
      >
        {children}
      </dd>
    </>
  )
}
