import type { ReactNode } from 'react'
import { cartTotals } from '../../shared/cart/rules.ts'
import { useStore } from '../client-context.tsx'
import { AcceptTerms } from '../content/accept-terms.tsx'
import { RefundPromise } from '../payments/refund-promise.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Leader, Leaders } from '../ui/leader.tsx'
import { Receipt } from '../ui/receipt.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'

export interface CartSummaryProps {
  lines: Parameters<typeof cartTotals>[0]
  money: (cents: number) => string
  /** The next step: to the order, or to logging in. */
  action: ReactNode
}

/** The cart's totals, down to the amount that the customer will send, and the next step. */
export function CartSummary({ lines, money, action }: CartSummaryProps) {
  const { subtotal, fees, total } = cartTotals(lines)
  return (
    <Receipt className="wide:sticky wide:top-[calc(var(--nav-height)+1.5rem)]">
      <h2 className="text-lg">Summary</h2>
      <div className="mt-4 grid gap-5">
        <Leaders>
          <Leader label="Subtotal" amount={money(subtotal)} />
          <Leader label="Processing fees (4%)" amount={money(fees)} />
          <Leader label="Total" amount={money(total)} />
          <Leader label="Fee waived for transfers" amount={money(-fees)} look="good" />
          <Leader label="You pay" amount={money(subtotal)} look="strong" />
        </Leaders>
        <p role="status" className="sr-only">
          You pay {money(subtotal)}
        </p>
        <CartPromises />
        <div className="grid gap-2">
          <div className="grid max-wide:hidden">{action}</div>
          <ButtonLink href="/items" variant="plain" className="justify-self-center">
            Continue Shopping
          </ButtonLink>
        </div>
      </div>
    </Receipt>
  )
}

/** What holds for the order that follows. Coupons belong to an order. */
export const CartPromises = () => (
  <div className="grid gap-2 text-sm text-muted">
    <p>Have a coupon? Add it before you pay.</p>
    <RefundPromise />
    <AcceptTerms by="ordering" />
  </div>
)

/** On narrow screens the amount and the next step stick to the bottom. Must come last in the cart's container. */
export function CartBar({ lines, money, action }: CartSummaryProps) {
  return <StickyBar label="You pay" amount={money(cartTotals(lines).subtotal)} action={action} />
}

type CheckoutButtonProps = { disabled: boolean; busy: boolean; onClick: () => void }

export function CheckoutButton({ disabled, busy, onClick }: CheckoutButtonProps) {
  const isOffline = useStore((state) => state.connection.status === 'offline')
  return (
    <Button
      variant="primary"
      size="large"
      wide
      busy={busy}
      busyLabel="Creating Order…"
      disabled={disabled || isOffline}
      onClick={onClick}
    >
      {isOffline ? 'Reconnecting…' : 'Proceed to Checkout'}
    </Button>
  )
}
