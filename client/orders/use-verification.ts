import { useLayoutEffect, useState } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { useClient } from '../client-context.tsx'
import { usePageVisible } from '../ui/use-page-visible.ts'
import { seeVerification } from './actions.ts'

/** When the last part of the staged change has ended (timeline.css, paper.css). */
const stagedMs = 1000

/**
 * The order as the page shows it, and whether its verification is being staged: once in an order's life, on the screens
 * where the customer sees it happen. One that happens in a background tab is staged when they return, unless they have
 * seen it on another screen meanwhile.
 */
export function useVerification(order: Order): { shown: Order; isStaged: boolean } {
  const client = useClient()
  const isVisible = usePageVisible()
  const [shown, setShown] = useState(order)
  const [isStaged, setStaged] = useState(false)
  const isVerified = shown.paymentStatus === 'paid' && order.paymentStatus === 'verified'
  if (shown !== order && (isVisible || !isVerified)) {
    setShown(order)
    if (isVerified && !order.verificationSeenAt) setStaged(true)
  }

  useLayoutEffect(() => {
    if (!isStaged) return
    // Where this fails, another screen may stage it once more.
    seeVerification(client, order._id).catch(() => undefined)
    const timer = setTimeout(() => setStaged(false), stagedMs)
    return () => clearTimeout(timer)
  }, [isStaged, client, order._id])

  return { shown, isStaged }
}
