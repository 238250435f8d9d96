import { cartTotals } from '../../shared/cart/rules.ts'
import type { CartLine } from '../../shared/cart/schema.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Leader, Leaders } from '../ui/leader.tsx'
import { Receipt } from '../ui/receipt.tsx'

export interface CartSummaryProps {
  lines: CartLine[]
  money: (cents: number) => string
  busy: boolean
  onCheckout: () => void
}

/** The cart's totals and the checkout button. */
export function CartSummary(props: CartSummaryProps) {
  const { lines, money } = props
  const { subtotal, fees, total } = cartTotals(lines)
  return (
    <Receipt className="wide:sticky wide:top-[calc(var(--nav-height)+1.5rem)]">
      <h2 className="text-lg">Summary</h2>
      <div className="mt-4 grid gap-4">
        <Leaders>
          <Leader label="Subtotal" amount={money(subtotal)} />
          <Leader label="Processing fees" amount={money(fees)} />
          <Leader label="Total" amount={money(total)} look="strong" />
        </Leaders>
        <p role="status" className="sr-only">
          Total {money(total)}
        </p>
        <p className="text-sm text-muted">
          The fees are 4% of the subtotal. Transfers are free, so your order has no fees.
        </p>
        <div className="grid gap-2">
          <CheckoutButton {...props} className="max-wide:hidden" />
          <ButtonLink href="/items" size="large" wide>
            Continue Shopping
          </ButtonLink>
        </div>
      </div>
    </Receipt>
  )
}

/** On narrow screens the total and the checkout button stick to the bottom. Must come last in the cart's container. */
export function CartBar(props: CartSummaryProps) {
  return (
    <div className="sticky bottom-0 z-30 -mx-[clamp(1rem,3.5vw,2rem)] mt-8 border-t border-line bg-card px-[clamp(1rem,3.5vw,2rem)] pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] wide:hidden">
      <div className="flex items-center gap-5">
        <p className="flex-none">
          <span className="eyebrow block">Total</span>
          <span className="heading tabular text-lg leading-tight">{props.money(cartTotals(props.lines).total)}</span>
        </p>
        <CheckoutButton {...props} className="flex-1" />
      </div>
    </div>
  )
}

function CheckoutButton({ lines, busy, onCheckout, className }: CartSummaryProps & { className: string }) {
  return (
    <Button
      variant="primary"
      size="large"
      wide
      busy={busy}
      busyLabel="Creating Order…"
      disabled={lines.length === 0}
      className={className}
      onClick={onCheckout}
    >
      Proceed to Checkout
    </Button>
  )
}
