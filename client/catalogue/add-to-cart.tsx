import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { mostOfOne } from '../../shared/cart.ts'
import type { Item } from '../../shared/catalogue.ts'
import { useAskToSignIn } from '../accounts/ask-to-sign-in.tsx'
import { useWho } from '../accounts/who.ts'
import { addToCart } from '../cart/actions.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Quantity } from '../ui/quantity.tsx'
import { useToast } from '../ui/toast.tsx'

/** How many, and into the cart. Visitors are asked to log in first. */
export function AddToCart({ item }: { item: Item }) {
  const client = useClient()
  const toast = useToast()
  const askToSignIn = useAskToSignIn()
  const [, navigate] = useLocation()
  const { user, signedIn } = useWho()
  const [count, setCount] = useState(1)
  const [busy, setBusy] = useState(false)

  async function add() {
    if (!user) {
      toast('Please login to add items to cart', { type: 'warning' })
      return askToSignIn()
    }
    setBusy(true)
    try {
      await addToCart(client, item._id, count)
      const action = { label: 'View cart', onAction: () => navigate('/cart') }
      toast('Item added to cart successfully!', { type: 'success', action, duration: 5000 })
    } catch (error) {
      toast(tellFailure(error, 'Error adding item to cart'), { type: 'error' })
    }
    setBusy(false)
  }

  return (
    <div className="grid gap-3">
      <div className="add-to-cart">
        <Quantity label={`Quantity of ${item.name}`} value={count} onChange={setCount} max={mostOfOne} />
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
      {!signedIn && (
        <Button wide onClick={askToSignIn}>
          Login / Register
        </Button>
      )}
    </div>
  )
}
