import { useState } from 'react'
import { useLocation } from 'wouter'
import type { CartLine } from '../../shared/cart.ts'
import { checkout } from '../orders/actions.ts'
import { isFailure, isNetwork, messageOf, useClient } from '../store.tsx'
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
      const message = isNetwork(error) ? 'Network error creating order' : messageOf(error, 'Failed to create order')
      if (isFailure(error) && error.code === 'cart_changed') setChanged(message)
      toast(message, { type: 'error' })
      setOrdering(null)
    }
  }

  return { ordering, changed, order: (lines: CartLine[]) => void order(lines) }
}
