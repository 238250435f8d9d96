import { useState } from 'react'
import { useLocation } from 'wouter'
import { checkout } from '../orders/actions.ts'
import { errorMessage } from '../lib/error-message.ts'
import { isFailure, useClient, useStore } from '../client-context.tsx'
import { useToast } from '../ui/toast.tsx'
import type { CartState } from './state.ts'

type Lines = Pick<CartState, 'unavailable'> & { lines: NonNullable<CartState['lines']> }

/**
 * Turns the cart into an order and opens its page. `ordering` holds the lines while the order is being created, because
 * the cart is empty as soon as it exists; `changed` is the server's message if the cart has changed in the meantime.
 */
export function useCheckout() {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const method = useStore((state) => state.accounts.user?.paymentMethod) ?? 'binance'
  const [ordering, setOrdering] = useState<Lines | null>(null)
  const [changed, setChanged] = useState('')

  async function order(lines: Lines) {
    setOrdering(lines)
    setChanged('')
    try {
      const { _id } = await checkout(client, method)
      navigate(`/orders/${_id}`)
    } catch (error) {
      const message = checkoutError(error)
      if (isFailure(error) && error.code === 'cart_changed') setChanged(message)
      // The end of the session shows its own message.
      if (!isFailure(error) || error.status !== 401) toast(message, { type: 'error' })
      setOrdering(null)
      if (!isFailure(error)) throw error
    }
  }

  return { ordering, changed, order: (lines: Lines) => void order(lines) }
}

/** 'Checkout error' for an unreadable success; otherwise why the order was not created. */
function checkoutError(error: unknown) {
  if (!isFailure(error) || (error.status >= 200 && error.status < 300)) return 'Checkout error'
  return errorMessage(error, 'Failed to create order', 'Network error creating order')
}
