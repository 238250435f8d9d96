import type { ReactNode } from 'react'
import type { Order, OrderLine } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { durationLabel } from '../../shared/catalogue/rules.ts'
import { formatPaymentReference } from '../../shared/orders/payment-reference.ts'
import { useStore } from '../client-context.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Leader, Leaders } from '../ui/leader.tsx'
import { Receipt, ReceiptRule } from '../ui/receipt.tsx'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { formatMoney } from '../../shared/money.ts'
import { amountDue, paymentWay } from './amount-due.ts'
import { Totals } from './totals.tsx'
import { formatDateTime } from '../lib/format-date.ts'
import { OrderStamp } from './order-stamp.tsx'
import { PrintedFacts, PrintedFoot, type ReceiptCustomer } from './printed-receipt.tsx'
import './print.css'

type ReceiptProps = {
  order: Order
  money: (cents: number) => string
  customer: ReceiptCustomer
  /** The stamp is being pressed onto it right now. */
  pressed?: boolean
}

/** The order as a receipt: its lines, totals and payment. On paper it also says who bought and sold, and when. */
export function OrderReceipt({ order, money, customer, pressed }: ReceiptProps) {
  const store = useStore((state) => state.config?.name ?? 'Kade')
  return (
    <Receipt className="order-receipt">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 className="text-xl wrap-normal print:text-2xl">{order.verifiedAt ? 'Receipt' : 'Order summary'}</h2>
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
          <Line key={line._id} line={line} money={money} />
        ))}
      </ul>
      <ReceiptRule />
      <Totals order={order} money={money} totalLabel="Total amount" />
      <ReceiptRule />
      <Facts order={order} />
      <PrintedFoot order={order} />
    </Receipt>
  )
}

function Line({ line, money }: { line: OrderLine; money: ReceiptProps['money'] }) {
  return (
    <li className="flex gap-3">
      <ItemLogo link={line.logoLink} className="size-9" />
      <div className="min-w-0 flex-1">
        <Leaders>
          <Leader label={<span className="text-ink">{line.name}</span>} amount={money(line.subtotal)} />
        </Leaders>
        <p className="tabular text-xs text-muted">
          {durationLabel(line.duration)} · {line.quantity} × {money(line.price)}
        </p>
      </div>
    </li>
  )
}

/** The statuses are said by the badges and the timeline. */
function Facts({ order }: { order: Order }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm print:hidden">
      <Fact label="Payment method">{paymentWay(order)}</Fact>
      <Fact label="Amount to send">{order.request && amountDue(order)}</Fact>
      <Fact label="Reference">{formatPaymentReference(order.reference)}</Fact>
      <Fact label="Your transfer">{order.transferReference}</Fact>
      <Fact label="Received">{order.payments.length > 0 && formatMoney(order.received)}</Fact>
      <Fact label="Sent back">{order.refunded > 0 && formatMoney(order.refunded)}</Fact>
      <Fact label="Paid on">{order.paidAt && formatDateTime(order.paidAt)}</Fact>
      <dt className="col-span-full whitespace-nowrap text-muted">Order ID</dt>
      <dd className="tabular col-span-full -mt-1.5 flex min-w-0 items-center justify-between gap-2">
        <span className="text-xs break-all">{order._id}</span>
        <CopyButton text={order._id} what="order ID" className="-my-1 flex-none" />
      </dd>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="whitespace-nowrap text-muted">{label}</dt>
      <dd className="tabular text-right wrap-anywhere">{children}</dd>
    </>
  )
}
