import { useEffect, useEffectEvent } from 'react'
import { canMove } from '../../../shared/orders/rules.ts'
import type { StaffOrder } from '../../../shared/orders/staff-schema.ts'
import { useClient, useStore } from '../../client-context.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { useToast } from '../../ui/toast.tsx'
import { holdClaim } from './hold-claim.ts'

/**
 * What the viewer can do with an order's claim. free: claim it. mine: they hold it. taken: a colleague holds it.
 * own-order: it is their own payment, which only a colleague can verify. closed: there is nothing to verify or deliver.
 */
export type ClaimStatus = 'free' | 'mine' | 'taken' | 'own-order' | 'closed'

export function useClaimStatus(order: StaffOrder): ClaimStatus {
  const me = useStore((state) => state.accounts.user?._id)
  return claimStatus(order, me)
}

/** @param me the viewer's user id */
export function claimStatus(order: StaffOrder, me: string | undefined): ClaimStatus {
  if (!canMove(order, 'claim')) return 'closed'
  if (order.paymentStatus === 'paid' && order.customer._id === me) return 'own-order'
  if (order.checkingBy === null) return 'free'
  return order.checkingBy === me ? 'mine' : 'taken'
}

/** Why an order could not be claimed. */
export const claimFailure = (error: unknown) => errorMessage(error, 'This order could not be claimed', unreachedText)

export const unreachedText = 'Network error. Orders can be claimed and decided once you’re back online.'

/** Holds the claim of the order `id` while the component is mounted; null holds none. */
export function useClaim(id: string | null, onFailed?: () => void) {
  const client = useClient()
  const toast = useToast()

  const handleError = useEffectEvent((error: unknown) => {
    toast(claimFailure(error), { type: 'error' })
    onFailed?.()
  })

  useEffect(() => {
    if (id === null) return
    let isUnmounted = false
    let release: (() => void) | undefined
    holdClaim(client, id).then(
      (releaseHold) => {
        release = releaseHold
        if (isUnmounted) releaseHold()
      },
      (error: unknown) => {
        if (!isUnmounted) handleError(error)
      },
    )
    return () => {
      isUnmounted = true
      release?.()
    }
  }, [client, id])
}
