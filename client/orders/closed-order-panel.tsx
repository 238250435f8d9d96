import type { ReactNode } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { useNow } from '../lib/use-now.ts'
import { useMoney } from '../use-money.ts'
import { type ClosedOrder, describeClosedOrder } from './closed-order.ts'

type ClosedOrderPanelProps = { order: Order; children: (closed: ClosedOrder) => ReactNode }

/** What it means that an order is closed, and what to do next; nothing for other orders. */
export function ClosedOrderPanel({ order, children }: ClosedOrderPanelProps) {
  const closed = describeClosedOrder(order, useNow(60_000), useMoney())
  if (!closed) return null
  return (
    <section aria-labelledby="closed" className="surface grid gap-4 border-line-strong p-5 print:hidden">
      <div className="grid gap-1.5">
        <h2 id="closed" className="text-lg wide:text-xl">
          {closed.title}
        </h2>
        <p className="text-muted">{closed.text}</p>
        {closed.reason && (
          <p className="text-sm">
            <span className="text-muted">Reason: </span>
            {closed.reason}
          </p>
        )}
      </div>
      {children(closed)}
    </section>
  )
}
