import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { maxLineQuantity } from '../../shared/cart/schema.ts'
import type { Item } from '../../shared/catalogue/schema.ts'
import { useLoginPrompt } from '../accounts/login-prompt.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { addToCart } from '../cart/actions.ts'
import { useAct } from '../lib/use-act.ts'
import { useClient } from '../client-context.tsx'
import { Button } from '../ui/button.tsx'
import { Quantity } from '../ui/quantity.tsx'
import { useToast } from '../ui/toast.tsx'

/** Quantity and Add to cart. Visitors are asked to log in first. */
export function AddToCart({ item }: { item: Item }) {
  const client = useClient()
  const toast = useToast()
  const askToLogIn = useLoginPrompt()
  const { user, signedIn } = useViewer()
  const [count, setCount] = useState(1)
  const { busy, run } = useAct(
    async () => {
      await addToCart(client, item._id, count)
      const action = { label: 'View cart', href: '/cart' }
      toast('Item added to cart successfully!', { type: 'success', action, about: 'cart', duration: 5000 })
    },
    { failed: 'Error adding item to cart' },
  )

  function add() {
    if (user) return run()
    toast('Please login to add items to cart', { type: 'warning' })
    askToLogIn()
  }

  return (
    <div className="grid gap-3">
      <div className="add-to-cart">
        <Quantity label={`Quantity of ${item.name}`} value={count} onChange={setCount} max={maxLineQuantity} />
        <Button variant="primary" size="large" icon={ShoppingCart} busy={busy} busyLabel="Adding…" wide onClick={add}>
          Add to cart
        </Button>
      </div>
      {!signedIn && (
        <Button wide onClick={askToLogIn}>
          Login / Register
        </Button>
      )}
    </div>
  )
}
