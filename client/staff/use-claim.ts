import { useEffect, useEffectEvent } from 'react'
import type { StaffOrder } from '../../shared/order-calls.ts'
import { canMove } from '../../shared/orders.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient, useStore } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'
import { holdClaim } from './hold-claim.ts'

/** How an order stands to the member of staff who looks at it. */
export function useStanding(order: StaffOrder) {
  const me = useStore((state) => state.accounts.user?._id)
  return standingOf(order, me)
}

/** `mine`: held by me; `taken`: by a colleague; `own`: my own order, for a colleague to check; `free`; `over`. */
export type ClaimStanding = 'over' | 'own' | 'free' | 'mine' | 'taken'

export function standingOf(order: StaffOrder, me: string | undefined): ClaimStanding {
  if (!canMove(order, 'claim')) return 'over'
  if (order.customer._id === me) return 'own'
  if (order.checkingBy === null) return 'free'
  return order.checkingBy === me ? 'mine' : 'taken'
}

/** Keeps a payment that waits for as long as `id` is given and the component is there. */
export function useClaim(id: string | null, onRefused?: () => void) {
  const client = useClient()
  const toast = useToast()

  const refuse = useEffectEvent((error: unknown) => {
    toast(tellFailure(error, 'This payment could not be claimed'), { type: 'error' })
    onRefused?.()
  })

  useEffect(() => {
    if (id === null) return
    let left = false
    let letGo: (() => void) | undefined
    holdClaim(client, id).then(
      (release) => {
        letGo = release
        if (left) release()
      },
      (error: unknown) => {
        if (!left) refuse(error)
      },
    )
    return () => {
      left = true
      letGo?.()
    }
  }, [client, id])
}
