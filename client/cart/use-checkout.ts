import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CartLine } from '../../shared/cart.ts'
import { checkout } from '../orders/actions.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { isFailure, useClient } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'

/**
 * Turns the cart into an order and goes to it. `ordering` holds the lines while that is under way (the cart is empty as
 * soon as the order is there); `changed` the store's words when the cart had become another one.
 */
export function useCheckout() {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const [ordering, setOrdering] = useState<CartLine[] | null>(null)
  const [changed, setChanged] = useState('')

  async function order(lines: CartLine[]) {
    setOrdering(lines)
    setChanged('')
    try {
      const order = await checkout(client, 'binance')
      navigate(`/orders/${order._id}`)
    } catch (error) {
      const message = wordsOf(error)
      if (isFailure(error) && error.code === 'cart_changed') setChanged(message)
      // A session that is over is told of by itself.
      if (!isFailure(error) || error.status !== 401) toast(message, { type: 'error' })
      setOrdering(null)
      if (!isFailure(error)) throw error
    }
  }

  return { ordering, changed, order: (lines: CartLine[]) => void order(lines) }
}

/** An answer that says yes in a form nobody can read is the one error that is nobody's refusal. */
function wordsOf(error: unknown) {
  if (!isFailure(error) || (error.status >= 200 && error.status < 300)) return 'Checkout error'
  return tellFailure(error, 'Failed to create order', 'Network error creating order')
}
