import { Maximize2, X } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { orderNumber } from '../../../shared/orders/rules.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { fadeOut } from '../../ui/fade-out.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { OrderReceipt } from '../order-receipt.tsx'
import { CustomerCard } from './customer-card.tsx'
import { CustomerHistory } from './customer-history.tsx'
import type { Decision } from './decisions.ts'
import { historySteps } from './history-steps.ts'
import { OrderActions } from './order-actions.tsx'
import { OrderNotes } from './order-notes.tsx'
import { PaymentFacts } from './payment-facts.tsx'
import './order-peek.css'

export type OrderPeekHandle = { focus: () => void; fadeOut: () => void }

export interface OrderPeekProps {
  order: StaffOrder
  onDecide: (decision: Decision) => void
  onToggleClaim: () => void
  onClose: () => void
  ref?: Ref<OrderPeekHandle>
}

/** An order next to the queue: the payment, what can be done with it, customer, receipt, notes and history. Reading it claims nothing. */
export function OrderPeek({ order, onDecide, onToggleClaim, onClose, ref }: OrderPeekProps) {
  const panel = useRef<HTMLElement>(null)
  const number = `#${orderNumber(order._id)}`
  useImperativeHandle(ref, () => ({
    focus: () => panel.current?.focus(),
    fadeOut: () => fadeOut(panel.current!, 'order-peek-leaving'),
  }))

  useEffect(() => {
    const element = panel.current
    // Leaves a field, so that the shortcuts work again.
    const leaveField = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && target instanceof HTMLElement && target.matches('input, textarea, select'))
        element?.focus()
    }
    element?.addEventListener('keydown', leaveField)
    return () => element?.removeEventListener('keydown', leaveField)
  }, [])

  return (
    <aside ref={panel} aria-label={`Order ${number}`} tabIndex={-1} className="order-peek">
      <div className="order-peek-head">
        <h2 className="tabular text-base">{number}</h2>
        <ButtonLink
          href={`/admin/orders/${order._id}`}
          variant="plain"
          size="small"
          icon={Maximize2}
          className="ml-auto"
        >
          Open page
        </ButtonLink>
        <IconButton icon={X} size="small" label="Close (Esc)" onClick={onClose} />
      </div>
      <div className="order-peek-body">
        <section aria-label="Payment" className="grid gap-4">
          <PaymentFacts order={order} />
          <OrderActions order={order} onDecide={onDecide} onToggleClaim={onToggleClaim} />
        </section>
        <CustomerCard customer={order.customer} />
        <OrderReceipt order={order} customer={order.customer} money={inDollars} />
        <CustomerHistory customer={order.customer._id} without={order._id} />
        <OrderNotes key={order._id} order={order._id} />
        <section aria-label="History">
          <h3 className="eyebrow mb-4 font-sans">History</h3>
          <Timeline key={order._id} label="History of this order" steps={historySteps(order)} />
        </section>
      </div>
    </aside>
  )
}

const inDollars = (cents: number) => formatMoney(cents)
