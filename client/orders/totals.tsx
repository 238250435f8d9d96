import type { Order } from '../../shared/order-calls.ts'
import { Leader, Leaders } from '../ui/leader.tsx'

type Sums = Pick<Order, 'subtotal' | 'processingFees' | 'discountAmount' | 'total' | 'couponCode'>

/** Subtotal, fees, coupon, total: the same block on every page of an order. */
export function Totals({ order, money }: { order: Sums; money: (cents: number) => string }) {
  const { subtotal, processingFees, discountAmount, total, couponCode } = order
  return (
    <Leaders>
      <Leader label="Subtotal" amount={money(subtotal)} />
      <Leader label="Processing fees" amount={money(processingFees)} look={processingFees ? undefined : 'muted'} />
      {discountAmount > 0 && (
        <Leader label={couponCode ? `Coupon ${couponCode}` : 'Coupon'} amount={money(-discountAmount)} look="good" />
      )}
      <Leader label="Total" amount={money(total)} look="strong" />
    </Leaders>
  )
}
