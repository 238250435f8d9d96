import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { checkout } from '../orders/actions.ts'
import { errorMessage } from '../lib/error-message.ts'
import { isFailure, useClient, useStore } from '../client-context.tsx'
import { useToast } from '../ui/toast.tsx'
import type { CartState, ShownCart } from './state.ts'

type Attempt = NonNullable<CartState['unanswered']>

/**
 * Turns the cart into an order and opens its page. If the answer is lost, and then the cart is empty because the order
 * exists, it is asked for again, with the same key, as soon as the store can be reached.
 * @returns `ordering`: what to show in place of the cart, which is empty as soon as the order exists; `changed`: the
 * server's message if the cart has changed in the meantime
 */
export function useCheckout(cart: ShownCart) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const method = useStore((state) => state.accounts.user?.paymentMethod) ?? 'binance'
  const isLive = useStore((state) => state.connection.status === 'live')
  // Not while the user removes the last line.
  const isEmptied = useStore((state) => state.cart.serverLines?.length === 0)
  const unanswered = useStore((state) => state.cart.unanswered)
  const [ordering, setOrdering] = useState<ShownCart | null>(null)
  const [changed, setChanged] = useState('')
  const lost = isEmptied ? unanswered : undefined
  const remember = (attempt: Attempt | undefined) => client.update((draft) => void (draft.cart.unanswered = attempt))

  async function order(attempt: Attempt) {
    setOrdering(attempt.cart)
    setChanged('')
    try {
      const { _id } = await checkout(client, attempt.method, attempt.cart.lines)
      remember(undefined)
      navigate(`/orders/${_id}`)
    } catch (error) {
      const message = checkoutError(error)
      if (isFailure(error) && error.code === 'cart_changed') setChanged(message)
      // The end of the session shows its own message, and an empty cart that no order has emptied says nothing new.
      const isSilent = isFailure(error) && (error.status === 401 || (attempt === lost && error.code === 'empty_cart'))
      if (!isSilent) toast(message, { type: 'error' })
      if (!isFailure(error) || error.status !== 401) remember(isRefused(error) ? undefined : attempt)
      setOrdering(null)
      if (!isFailure(error)) throw error
    }
  }

  const isLost = lost !== undefined && ordering === null
  const hasAsked = useRef(false)
  const askAgain = useEffectEvent(() => void (lost && order(lost)))
  useEffect(() => {
    // Once each time that the connection is back; from then on the button does.
    if (!isLive) hasAsked.current = false
    if (!isLive || !isLost || hasAsked.current) return
    hasAsked.current = true
    askAgain()
  }, [isLost, isLive])

  return {
    ordering: ordering ?? lost?.cart ?? null,
    busy: ordering !== null,
    changed,
    order: () => void order(lost ?? { cart, method }),
    /** The user changes what they wanted to order. */
    forget: () => remember(undefined),
  }
}

const isRefused = (error: unknown) => isFailure(error) && (error.status === 409 || error.status === 422)

/** 'Checkout error' for an unreadable success; otherwise why the order was not created. */
function checkoutError(error: unknown) {
  if (!isFailure(error) || (error.status >= 200 && error.status < 300)) return 'Checkout error'
  return errorMessage(error, 'Failed to create order', 'Network error creating order')
}
