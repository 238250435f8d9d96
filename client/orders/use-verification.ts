import { useLayoutEffect, useState } from 'react'
import type { Order } from '../../shared/orders/schema.ts'
import { useClient, useStore } from '../client-context.tsx'
import { usePageVisible } from '../ui/use-page-visible.ts'
import { claimVerification } from './shown-verifications.ts'

/** When the last part of the staged change has ended (timeline.css, paper.css). */
const stagedMs = 1000

/**
 * The order as the page shows it, and whether its verification is being staged: once in an order's life, in the first
 * tab where the customer sees it. One that happens in a background tab is shown when they return.
 */
export function useVerification(order: Order): { shown: Order; isStaged: boolean } {
  const client = useClient()
  const userId = useStore((state) => state.accounts.user?._id ?? '')
  const isVisible = usePageVisible()
  const [shown, setShown] = useState(order)
  const [isStaged, setStaged] = useState(false)
  const isVerified = shown.paymentStatus === 'paid' && order.paymentStatus === 'verified'
  if (shown !== order && (isVisible || !isVerified)) {
    setShown(order)
    if (isVerified) setStaged(true)
  }

  // Before the first frame.
  useLayoutEffect(() => {
    if (!isStaged) return
    if (!claimVerification(client.storage(), userId, order._id)) return setStaged(false)
    const timer = setTimeout(() => setStaged(false), stagedMs)
    return () => clearTimeout(timer)
  }, [isStaged, client, userId, order._id])

  return { shown, isStaged }
}
