import { ShoppingCart } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'wouter'
import { maxLineQuantity } from '../../shared/limits.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useLoginPrompt } from '../accounts/login-prompt.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { addForVisitor, addToCart } from '../cart/lazy-actions.ts'
import { laterPart } from '../layout/lazy-part.tsx'
import { errorMessage } from '../lib/error-message.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient, useStore } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { Quantity } from '../ui/quantity.tsx'
import { useToast } from '../ui/toast.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

/** Shown once the button has been scrolled away. */
const BuyBar = laterPart(() => import('./buy-bar.tsx'))

/** Quantity and Add to cart. What visitors add stays on the device until they log in; a dialog offers that. */
export function AddToCart({ item }: { item: Item }) {
  const client = useClient()
  const toast = useToast()
  const askToLogIn = useLoginPrompt()
  const { user, signedIn } = useViewer()
  const hydrated = useHydrated()
  const [count, setCount] = useState(1)
  const button = useRef<HTMLDivElement>(null)
  const kept = useStore((state) => state.cart.deviceLines.find((line) => line.item._id === item._id)?.count)
  const { busy, run } = useAct(
    async () => {
      await addToCart(client, item._id, count)
      const action = { label: 'View cart', href: '/cart' }
      toast('Item added to cart successfully!', { type: 'success', action, about: 'cart', duration: 5000 })
    },
    { failed: 'Error adding item to cart' },
  )

  async function add() {
    if (user) return run()
    try {
      await addForVisitor(client, item, count)
    } catch (error) {
      return toast(errorMessage(error, 'Error adding item to cart'), { type: 'error' })
    }
    toast('Please login to add items to cart', { type: 'warning' })
    askToLogIn()
  }

  return (
    <fieldset disabled={!hydrated} className="needs-scripts noscript:hidden grid min-w-0 gap-3">
      <div ref={button} className="add-to-cart">
        <Quantity label={`Quantity of ${item.name}`} value={count} onChange={setCount} max={maxLineQuantity} />
        <Button
          variant="primary"
          size="large"
          icon={ShoppingCart}
          busy={busy}
          busyLabel="Adding…"
          wide
          onClick={() => void add()}
        >
          Add to cart
        </Button>
      </div>
      {kept !== undefined && (
        <p role="status" className="text-sm text-muted">
          {kept} in your cart.{' '}
          <Link href="/cart" className="link">
            View cart
          </Link>
        </p>
      )}
      {!signedIn && (
        <p className="text-sm text-muted">
          Your cart is kept on this device.{' '}
          <button type="button" className="link -my-3 py-3" onClick={askToLogIn}>
            Login / Register
          </button>
        </p>
      )}
      <Suspense fallback={null}>
        <BuyBar item={item} busy={busy} onAdd={() => void add()} button={button} />
      </Suspense>
    </fieldset>
  )
}
