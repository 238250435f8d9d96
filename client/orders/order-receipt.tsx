import type { ReactNode } from 'react'
import { type Order, orderLabels, type OrderLine, paymentLabels } from '../../shared/orders/schema.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import { durationLabel } from '../../shared/catalogue/rules.ts'
import { methodLabel } from '../../shared/payments/schema.ts'
import { useStore } from '../client-context.tsx'
import { Leader, Leaders } from '../ui/leader.tsx'
import { Receipt, ReceiptRule } from '../ui/receipt.tsx'
import { ItemLogo } from '../catalogue/item-logo.tsx'
import { Totals } from './totals.tsx'
import { formatDateTime } from '../lib/format-date.ts'
import './print.css'

type ReceiptProps = { order: Order; money: (cents: number) => string }

/** The order as a receipt: its lines, totals and payment. */
export function OrderReceipt({ order, money, foot }: ReceiptProps & { foot?: ReactNode }) {
  const store = useStore((state) => state.config?.name ?? 'Kade')
  return (
    <Receipt className="order-receipt">
      <div className="flex items-baseline justify-between gap-4">
        <span className="heading text-lg">{store}</span>
        <span className="tabular text-sm text-muted">{formatDateTime(order.createdAt)}</span>
      </div>
      <p className="eyebrow mt-5">Total amount</p>
      <p className="heading tabular text-3xl">{money(order.totalAmount)}</p>
      <ReceiptRule />
      <ul className="grid gap-3.5">
        {order.items.map((line) => (
          <Line key={line._id} line={line} money={money} />
        ))}
      </ul>
      <ReceiptRule />
      <Totals order={order} money={money} />
      <ReceiptRule />
      <Facts order={order} />
      {foot}
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

function Facts({ order }: { order: Order }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
      <Fact label="Payment status">{paymentLabels[order.paymentStatus] ?? 'Unknown'}</Fact>
      <Fact label="Order status">{orderLabels[order.orderStatus] ?? 'Unknown'}</Fact>
      <Fact label="Payment method">{methodLabel(order.paymentMethod)}</Fact>
      <Fact label="Reference">{order.reference}</Fact>
      <Fact label="Order number">#{orderNumber(order._id)}</Fact>
      <Fact label="Order ID">
        <span className="text-[0.6875rem] break-all">{order._id}</span>
      </Fact>
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
