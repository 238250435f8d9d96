import { useEffect, useEffectEvent, useRef } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { useToast } from '../../ui/toast.tsx'
import { releaseOrder } from './actions.ts'
import { describeClaim } from './describe-change.ts'
import { holdClaim, listTabClaims } from './hold-claim.ts'
import { claimFailure, claimStatus } from './use-claim.ts'

type Resume = {
  /** The orders are loaded. */
  isReady: boolean
  /** The page shows this order. */
  shows: (id: string) => boolean
}

/**
 * Returns how to claim an order or release its claim; claims are held until then or until the page is left. Those of the
 * page's orders that this tab held when it was reloaded, or took along from another page, are held on.
 */
export function useHeldClaims({ isReady, shows }: Resume) {
  const client = useClient()
  const toast = useToast()
  const held = useRef(new Map<string, () => void>())
  const isMounted = useRef(true)

  const resume = useEffectEvent(async () => {
    for (const id of listTabClaims(client).filter(shows)) {
      // A colleague may have taken it meanwhile.
      const release = await holdClaim(client, id).catch(() => undefined)
      if (release && isMounted.current) held.current.set(id, release)
      else release?.()
    }
  })
  useEffect(() => {
    if (isReady) void resume()
  }, [isReady])
  useEffect(() => {
    const holds = held.current
    isMounted.current = true
    return () => {
      isMounted.current = false
      for (const release of holds.values()) release()
      holds.clear()
    }
  }, [])

  return async function toggleClaim(order: StaffOrder) {
    const status = claimStatus(order, client.store.getState().accounts.user?._id)
    if (status === 'taken') toast(describeClaim(order))
    try {
      if (status === 'free') {
        const release = await holdClaim(client, order._id)
        // The page may have been left meanwhile.
        if (isMounted.current) held.current.set(order._id, release)
        else release()
      }
      if (status === 'mine') {
        held.current.get(order._id)?.()
        held.current.delete(order._id)
        await releaseOrder(client, order._id)
      }
    } catch (error) {
      toast(claimFailure(error), { type: 'error' })
    }
  }
}
