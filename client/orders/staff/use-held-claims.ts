import { useEffect, useRef } from 'react'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'
import { releaseOrder } from './actions.ts'
import { holdClaim } from './hold-claim.ts'
import { standingOf } from './use-claim.ts'

/** Payments that were taken on this page: kept until they are released, or the page is left. */
export function useHeldClaims() {
  const client = useClient()
  const toast = useToast()
  const held = useRef(new Map<string, () => void>())

  useEffect(() => {
    const holds = held.current
    return () => {
      for (const letGo of holds.values()) letGo()
      holds.clear()
    }
  }, [])

  /** Takes a payment that is free, or leaves one's own to others. */
  return async function toggle(order: StaffOrder) {
    const standing = standingOf(order, client.store.getState().accounts.user?._id)
    try {
      if (standing === 'free') held.current.set(order._id, await holdClaim(client, order._id))
      if (standing === 'mine') {
        held.current.get(order._id)?.()
        held.current.delete(order._id)
        await releaseOrder(client, order._id)
      }
    } catch (error) {
      toast(tellFailure(error, 'This payment could not be claimed'), { type: 'error' })
    }
  }
}
