import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { PaymentMethod } from '../../shared/payments/schema.ts'
import type { Client } from '../client.ts'
import { checkout } from '../orders/actions.ts'
import { errorMessage } from '../lib/error-message.ts'
import { isFailure, useClient, useStore } from '../client-context.tsx'
import { useToast } from '../ui/toast.tsx'
import type { CartState } from './state.ts'

/** A cart as it is on screen. */
type Cart = Pick<CartState, 'unavailable'> & { lines: NonNullable<CartState['lines']> }
type Attempt = { userId: string | undefined; cart: Cart; method: PaymentMethod }

/** Checkouts without an answer, which may have created an order; kept while the user looks at other pages. */
const unanswered = new WeakMap<Client, Attempt>()

/**
 * Turns the cart into an order and opens its page. If the answer is lost, and then the cart is empty because the order
 * exists, it is asked for again, with the same key, as soon as the store can be reached.
 * @returns `ordering`: what to show in place of the cart, which is empty as soon as the order exists; `changed`: the
 * server's message if the cart has changed in the meantime
 */
export function useCheckout(cart: Cart) {
  const client = useClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const userId = useStore((state) => state.accounts.user?._id)
  const method = useStore((state) => state.accounts.user?.paymentMethod) ?? 'binance'
  const isLive = useStore((state) => state.connection.status === 'live')
  const [ordering, setOrdering] = useState<Cart | null>(null)
  const [last, setLast] = useState(() => unanswered.get(client))
  const [changed, setChanged] = useState('')
  const lost = last?.userId === userId && cart.lines.length === 0 ? last : undefined

  async function order(attempt: Attempt) {
    setOrdering(attempt.cart)
    setChanged('')
    unanswered.set(client, attempt)
    setLast(attempt)
    try {
      const { _id } = await checkout(client, attempt.method, attempt.cart.lines)
      unanswered.delete(client)
      navigate(`/orders/${_id}`)
    } catch (error) {
      const message = checkoutError(error)
      if (isFailure(error) && error.code === 'cart_changed') setChanged(message)
      // The end of the session shows its own message, and an empty cart that no order has emptied says nothing new.
      const isSilent = isFailure(error) && (error.status === 401 || (attempt === lost && error.code === 'empty_cart'))
      if (!isSilent) toast(message, { type: 'error' })
      if (isRefused(error)) forget()
      setOrdering(null)
      if (!isFailure(error)) throw error
    }
  }

  function forget() {
    unanswered.delete(client)
    setLast(undefined)
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
    order: () => void order(lost ?? { userId, cart, method }),
    /** The user has emptied the cart. */
    forget,
  }
}

const isRefused = (error: unknown) => isFailure(error) && error.status >= 400 && error.status < 500

/** 'Checkout error' for an unreadable success; otherwise why the order was not created. */
function checkoutError(error: unknown) {
  if (!isFailure(error) || (error.status >= 200 && error.status < 300)) return 'Checkout error'
  return errorMessage(error, 'Failed to create order', 'Network error creating order')
}
