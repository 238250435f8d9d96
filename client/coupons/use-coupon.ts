import { useState } from 'react'
import { couponCode, discountOf } from '../../shared/coupons.ts'
import type { Order } from '../../shared/order-calls.ts'
import { tellFailure } from '../orders/tell-failure.ts'
import { useClient } from '../store.tsx'
import { useToast } from '../ui/toast.tsx'
import { applyCoupon, findCoupon, removeCoupon } from './actions.ts'

type Sums = Pick<Order, 'couponCode' | 'discountAmount' | 'total'>

/** The coupon of an order: what is typed, what is wrong with it, and the sums as they will be while it is being applied. */
export function useCoupon(order: Order) {
  const client = useClient()
  const toast = useToast()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [preview, setPreview] = useState<Sums | null>(null)

  function refuse(message: string) {
    setError(message)
    toast(message, { type: 'error' })
  }

  async function apply() {
    const code = couponCode(typed)
    if (!code) return refuse('Enter coupon code')
    setBusy(true)
    setError('')
    let otherwise = 'Failed to validate coupon'
    try {
      const discount = discountOf(await findCoupon(client, code), order.items)
      if (discount === 0) return refuse('Invalid coupon')
      setPreview(withDiscount(order, code, discount))
      otherwise = 'Failed to apply coupon to order'
      await applyCoupon(client, order._id, code)
      setTyped('')
    } catch (failure) {
      refuse(tellFailure(failure, otherwise))
    } finally {
      setPreview(null)
      setBusy(false)
    }
  }

  async function remove() {
    setBusy(true)
    setPreview(withDiscount(order, null, 0))
    try {
      await removeCoupon(client, order._id)
    } catch (failure) {
      refuse(tellFailure(failure, 'Failed to apply coupon to order'))
    }
    setPreview(null)
    setBusy(false)
  }

  function type(text: string) {
    setTyped(text)
    setError('')
  }

  return {
    typed,
    type,
    error,
    busy,
    apply: () => void apply(),
    remove: () => void remove(),
    sums: { ...order, ...preview },
  }
}

const withDiscount = (
  { subtotal, processingFees }: Order,
  couponCode: string | null,
  discountAmount: number,
): Sums => ({
  couponCode,
  discountAmount,
  total: Math.max(0, subtotal + processingFees - discountAmount),
})
