import { ShoppingCart } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useClient, useStore } from '../client-context.tsx'
import { CountBadge } from '../ui/badge.tsx'
import { useDismissToasts, useToast } from '../ui/toast.tsx'
import { useLoad } from '../use-load.ts'
import { dismissMergeNotice, loadCart } from './actions.ts'
import { cartKey } from './store.ts'

/** The navbar's link to the cart, with the number of items. */
export default function CartLink() {
  const client = useClient()
  const toast = useToast()
  const dismissToasts = useDismissToasts()
  const user = useStore((state) => state.accounts.user)
  const count = useStore((state) => state.cart.count)
  const { status, code } = useLoad(user && cartKey, (signal) => loadCart(client, signal))

  // The connection bar reports network failures, and the cart's page its own.
  const [path] = useLocation()
  const isRejected = status === 'failed' && code !== 'network' && code !== 'timeout' && path !== '/cart'
  useEffect(() => {
    if (isRejected) toast('Failed to get cart count', { type: 'error' })
  }, [isRejected, toast])

  // Ordered or emptied, in this tab or another. A cart that was empty before says nothing about a new message, nor does a
  // visitor's that has become a user's, whose message follows.
  const previousCount = useRef(0)
  useEffect(() => {
    if (count === 0 && previousCount.current > 0) dismissToasts('cart')
    previousCount.current = count
  }, [count, dismissToasts])

  const mergeNotice = useStore((state) => state.cart.mergeNotice)
  useEffect(() => {
    if (!mergeNotice) return
    const { message, isComplete } = mergeNotice
    const isOpen = path === '/cart'
    toast(message, {
      type: isComplete ? 'success' : 'warning',
      about: 'cart',
      duration: 8000,
      ...(!isOpen && { action: { label: 'View cart', href: '/cart' } }),
    })
    dismissMergeNotice(client)
  }, [client, mergeNotice, path, toast])

  const growth = useGrowth(count)
  const label = count === 0 ? 'Cart' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <Link href="/cart" aria-label={label} title="Cart" className="button button-plain button-icon">
      <span className="relative grid">
        <ShoppingCart size={20} strokeWidth={1.75} />
        <span key={growth} className={growth > 0 ? 'nav-count nav-count-grown' : 'nav-count'}>
          <CountBadge count={count} />
        </span>
      </span>
    </Link>
  )
}

/** How often more came into the cart: not when it is loaded. */
function useGrowth(count: number): number {
  const isLoaded = useStore(({ accounts, cart }) => accounts.ready && (accounts.user === null || cart.lines !== null))
  const [growth, setGrowth] = useState(0)
  const [before, setBefore] = useState({ count, isLoaded })
  if (before.count !== count || before.isLoaded !== isLoaded) {
    setBefore({ count, isLoaded })
    if (before.isLoaded && count > before.count) setGrowth(growth + 1)
  }
  return growth
}
