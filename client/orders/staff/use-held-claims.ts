import { useEffect, useRef } from 'react'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { useClient } from '../../client-context.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { useToast } from '../../ui/toast.tsx'
import { releaseOrder } from './actions.ts'
import { holdClaim } from './hold-claim.ts'
import { claimStatus } from './use-claim.ts'

/** Returns how to claim an order or release its claim; claims are held until then or until the page is left. */
export function useHeldClaims() {
  const client = useClient()
  const toast = useToast()
  const held = useRef(new Map<string, () => void>())

  useEffect(() => {
    const holds = held.current
    return () => {
      for (const release of holds.values()) release()
      holds.clear()
    }
  }, [])

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
      toast(errorMessage(error, 'This payment could not be claimed'), { type: 'error' })
    }
  }
}
