import { RotateCcw } from 'lucide-react'
import { useLocation } from 'wouter'
import { describeNotAdded } from '../../shared/cart/rules.ts'
import { orderNumber } from '../../shared/orders/rules.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { useClient } from '../client-context.tsx'
import { useAct } from '../lib/use-act.ts'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { orderAgain } from './order-again.ts'

/** Fills the cart with what an order contained and opens it. What is no longer sold is named. */
export function OrderAgain({ order, ...look }: { order: Order } & ButtonLook) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const { busy, run } = useAct(
    async () => {
      const notAdded = await orderAgain(client, order)
      if (notAdded.length > 0) toast(describeNotAdded(notAdded), { type: 'warning', duration: 8000 })
      if (notAdded.length === order.items.length) return
      navigate('/cart')
      if (notAdded.length === 0) return `Everything from order #${orderNumber(order._id)} is in your cart`
    },
    { failed: 'Error adding item to cart', unreached: 'Network error' },
  )
  return (
    <Button {...look} icon={RotateCcw} busy={busy} onClick={() => run()}>
      Order again
    </Button>
  )
}
