import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { useMoney } from '../use-money.ts'
import '../payments/folded.css'

type ReceiptFoldProps = { order: Order; isFolded: boolean; children: ReactNode }

/** The receipt of an order, folded on narrow screens while there is something to do first. It is always printed. */
export function ReceiptFold({ order, isFolded, children }: ReceiptFoldProps) {
  const money = useMoney()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!isFolded) return children
  const count = order.items.length
  return (
    <>
      <button
        type="button"
        className="folded-button surface wide:hidden print:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="heading text-lg">Order summary</span>
        <span className="tabular text-sm text-muted">
          {count === 1 ? '1 item' : `${count} items`} · {money(order.total)}
        </span>
        <ChevronDown size={18} />
      </button>
      <div id={id} className={isOpen ? 'max-wide:not-print:mt-4' : 'max-wide:not-print:hidden'}>
        {children}
      </div>
    </>
  )
}
