import { LifeBuoy } from 'lucide-react'
import type { ReactNode } from 'react'
import { takesProofs } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { ProofField } from '../payments/proof-field.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { describeClosedOrder, rejectionReason } from './closed-order.ts'
import { lateMoneyOf } from './late-money.ts'
import { OrderAgain } from './order-again-button.tsx'
import { RefundPanel } from './refund-panel.tsx'

type ClosedOrderPanelProps = {
  order: Order
  /** Asks support to look for the transfer. */
  question: ReactNode
  /** How soon support replies. */
  presence: ReactNode
}

/** What the customer of a closed order can do; nothing for other orders. */
export function ClosedOrderPanel({ order, question, presence }: ClosedOrderPanelProps) {
  const closed = describeClosedOrder(order)
  if (closed) {
    const { title, text, reason } = closed
    return (
      <section aria-labelledby="closed" className="surface grid gap-4 border-line-strong p-5 print:hidden">
        <div className="grid gap-1.5">
          <h3 id="closed" className="text-lg">
            {title}
          </h3>
          <Reason>{reason}</Reason>
          <p className="text-muted">{text}</p>
        </div>
        {question}
        {takesProofs(order) && <ProofField order={order} isSent />}
        <Foot presence={presence}>
          <p className="self-center text-sm text-muted">Didn’t send anything?</p>
          <OrderAgain order={order} />
        </Foot>
      </section>
    )
  }
  const late = lateMoneyOf(order)
  if (order.paymentStatus !== 'refunded' && !late) return null
  return (
    <section aria-label="What you can do" className="surface grid gap-4 p-5 print:hidden">
      {!late && <RefundPanel order={order} />}
      {late && !late.isLate && <Reason>{rejectionReason(order)}</Reason>}
      <Foot presence={presence} isAlone={late?.isLate ?? false}>
        <ButtonLink icon={LifeBuoy} href={`/support?order=${order._id}`}>
          Write to support
        </ButtonLink>
        {/* While we hold its money, that would be paying twice. */}
        {(!late || late.state === 'returned') && <OrderAgain order={order} />}
      </Foot>
    </section>
  )
}

const Reason = ({ children }: { children: string }) =>
  children && (
    <p>
      <span className="text-muted">Reason: </span>
      {children}
    </p>
  )

type FootProps = { presence: ReactNode; isAlone?: boolean; children: ReactNode }

const Foot = ({ presence, isAlone, children }: FootProps) => (
  <div
    className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 ${isAlone ? '' : 'border-t border-line pt-4'}`}
  >
    {presence}
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-auto">{children}</div>
  </div>
)
