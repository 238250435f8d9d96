import type { ReactNode } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { Leader, Leaders } from '../ui/leader.tsx'

type OrderTotals = Pick<Order, 'subtotal' | 'processingFees' | 'discountAmount' | 'total' | 'couponCode'>

type TotalsProps = {
  order: OrderTotals
  money: (cents: number) => string
  totalLabel?: string
  /** Lines below the total. */
  children?: ReactNode
}

/** Subtotal, fees, coupon and total, as on every page of an order. */
export function Totals({ order, money, totalLabel = 'Total', children }: TotalsProps) {
  const { subtotal, processingFees, discountAmount, total, couponCode } = order
  return (
    <Leaders>
      <Leader label="Subtotal" amount={money(subtotal)} />
      <Leader label="Processing fees" amount={money(processingFees)} look={processingFees ? undefined : 'muted'} />
      {discountAmount > 0 && (
        <Leader label={couponCode ? `Coupon ${couponCode}` : 'Coupon'} amount={money(-discountAmount)} look="good" />
      )}
      <Leader label={totalLabel} amount={money(total)} look="strong" />
      {children}
    </Leaders>
  )
}
