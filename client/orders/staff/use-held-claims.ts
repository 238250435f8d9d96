import { useEffect, useRef } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { useToast } from '../../ui/toast.tsx'
import { releaseOrder } from './actions.ts'
import { holdClaim, listTabClaims } from './hold-claim.ts'
import { claimStatus } from './use-claim.ts'

/**
 * Returns how to claim an order or release its claim; claims are held until then or until the page is left. Those that
 * this tab held when it was reloaded, or took along from another page, are held on.
 * @param only take along the claim of this order only
 */
export function useHeldClaims(only?: string) {
  const client = useClient()
  const toast = useToast()
  const held = useRef(new Map<string, () => void>())

  useEffect(() => {
    const holds = held.current
    let isUnmounted = false
    const resume = async (id: string) => {
      const release = await holdClaim(client, id)
      if (isUnmounted) release()
      else holds.set(id, release)
    }
    for (const id of listTabClaims(client)) {
      // Taken by a colleague meanwhile.
      if (only === undefined || id === only) resume(id).catch(() => undefined)
    }
    return () => {
      isUnmounted = true
      for (const release of holds.values()) release()
      holds.clear()
    }
  }, [client, only])

  return async function toggleClaim(order: StaffOrder) {
    const status = claimStatus(order, client.store.getState().accounts.user?._id)
    try {
      if (status === 'free') held.current.set(order._id, await holdClaim(client, order._id))
      if (status === 'mine') {
        held.current.get(order._id)?.()
        held.current.delete(order._id)
        await releaseOrder(client, order._id)
      }
    } catch (error) {
      toast(errorMessage(error, 'This order could not be claimed'), { type: 'error' })
    }
  }
}
